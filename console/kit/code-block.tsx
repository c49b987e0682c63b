import { useSignal } from '@preact/signals';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

/** More than this is shown on demand: a page with two megabytes of text does not scroll. */
const SHOWN = 20_000;

export const CodeBlock = ({
  text,
  what = 'the text',
  wrap = false,
}: {
  readonly text: string;
  /** For the copy button: "the request as curl". */
  readonly what?: string;
  readonly wrap?: boolean;
}) => {
  const isWhole = useSignal(false);
  const shown = isWhole.value ? text : text.slice(0, SHOWN);
  return (
    <div class="code-block">
      <div class="code-block-copy">
        <CopyButton text={text} what={what} />
      </div>
      {/* Scrolls, so the keyboard must reach it. */}
      <pre class={wrap ? 'code-block-wrap' : ''} tabIndex={0} dir="auto">
        <code>{shown}</code>
      </pre>
      {shown.length < text.length && (
        <Button
          small
          kind="quiet"
          onClick={() => {
            isWhole.value = true;
          }}
        >
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </div>
  );
};
