import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button, CopyButton, ShowRest } from './button.tsx';
import { countWords } from './words.tsx';

/** More than this is shown on demand: a page with two megabytes of text does not scroll. */
const SHOWN = 20_000;

export const CodeBlock = ({
  text,
  what = 'the text',
  wrap,
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
      <pre class={wrap ? 'code-block-wrap' : ''} tabIndex={0}>
        <code>{shown}</code>
      </pre>
      {shown.length < text.length && (
        <ShowRest is={isWhole}>Show all {text.length.toLocaleString('en')} characters</ShowRest>
      )}
    </div>
  );
};

/** What unfolds, and is in the page only then. */
export const Fold = ({
  class: name = '',
  open,
  summary,
  children,
}: {
  readonly class?: string;
  readonly open: boolean;
  readonly summary: (isOpen: boolean) => ComponentChildren;
  readonly children: () => ComponentChildren;
}) => {
  const isOpen = useSignal(open);
  return (
    <details
      class={name}
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{summary(isOpen.value)}</summary>
      {isOpen.value && children()}
    </details>
  );
};

/** Members and items beyond these are shown on demand. */
const SHOWN_ITEMS = 100;
const SHOWN_TEXT = 300;

/** JSON that unfolds: the first levels are open. Everything in it is text that somebody sent, and is shown as text. */
export const JsonTree = ({ value }: { readonly value: unknown }) => (
  <div class="json-tree mono" dir="ltr">
    <Node value={value} open={3} />
  </div>
);

/** A text as a tree, if it is JSON. */
export const JsonText = ({ text, otherwise }: { readonly text: string; readonly otherwise: ComponentChildren }) => {
  try {
    return <JsonTree value={JSON.parse(text) as unknown} />;
  } catch {
    return <>{otherwise}</>;
  }
};

const Node = ({
  name,
  value,
  open,
}: {
  readonly name?: string | undefined;
  readonly value: unknown;
  readonly open: number;
}) => {
  const shown = useSignal(SHOWN_ITEMS);
  const isArray = Array.isArray(value);
  const [begin, end] = isArray ? ['[', ']'] : ['{', '}'];
  const entries =
    typeof value === 'object' && value !== null ? Object.entries(value as Readonly<Record<string, unknown>>) : [];
  const head = name !== undefined && (
    <>
      <bdi class="json-name">{name}</bdi>
      <span class="json-mark">: </span>
    </>
  );
  if (entries.length === 0)
    return (
      <div class="json-leaf">
        {head}
        {typeof value === 'object' && value !== null ? (
          <span class="json-mark">{begin + end}</span>
        ) : (
          <Leaf value={value} />
        )}
      </div>
    );
  return (
    <Fold
      open={open > 0}
      summary={(isOpen) => (
        <>
          {head}
          <span class="json-mark">{isOpen ? begin : `${begin}…${end}`}</span>
          {!isOpen && <span class="json-count"> {countWords(entries.length, isArray ? 'item' : 'member')}</span>}
        </>
      )}
    >
      {() => (
        <>
          <div class="json-inside">
            {entries.slice(0, shown.value).map(([key, item]) => (
              <Node key={key} name={isArray ? undefined : key} value={item} open={open - 1} />
            ))}
            {entries.length > shown.value && (
              <Button
                small
                kind="quiet"
                onClick={() => {
                  shown.value += 10 * SHOWN_ITEMS;
                }}
              >
                {entries.length - shown.value} more
              </Button>
            )}
          </div>
          <div class="json-mark json-end">{end}</div>
        </>
      )}
    </Fold>
  );
};

const Leaf = ({ value }: { readonly value: unknown }) => {
  const isWhole = useSignal(false);
  if (typeof value !== 'string') return <span class="json-value">{String(value)}</span>;
  const text = JSON.stringify(value);
  if (text.length <= SHOWN_TEXT || isWhole.value) return <bdi class="json-text">{text}</bdi>;
  return (
    <>
      <bdi class="json-text">{text.slice(0, SHOWN_TEXT)}…</bdi>{' '}
      <ShowRest is={isWhole}>{value.length.toLocaleString('en')} characters</ShowRest>
    </>
  );
};
