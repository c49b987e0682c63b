import { useSignal } from '@preact/signals';
import { Button, CopyButton, ShowRest } from './button.tsx';

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
        <ShowRest is={isWhole}>Show all {text.length.toLocaleString('en')} characters</ShowRest>
      )}
    </div>
  );
};

/** Members and items beyond these are shown on demand. */
const SHOWN_ITEMS = 100;
const SHOWN_TEXT = 300;

/** JSON that unfolds: the first levels are open. Everything in it is text that somebody sent, and is shown as text. */
export const JsonTree = ({ value, open = 2 }: { readonly value: unknown; readonly open?: number }) => (
  <div class="json-tree mono" dir="ltr">
    <Node value={value} open={open} />
  </div>
);

const Node = ({ name, value, open }: { readonly name?: string; readonly value: unknown; readonly open: number }) =>
  typeof value === 'object' && value !== null ? (
    <Branch
      name={name}
      entries={
        Array.isArray(value) ? value.map((item, index) => [String(index), item] as const) : Object.entries(value)
      }
      isArray={Array.isArray(value)}
      open={open}
    />
  ) : (
    <div class="json-leaf">
      <Name name={name} />
      <Leaf value={value} />
    </div>
  );

const Name = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : (
    <>
      <bdi class="json-name">{name}</bdi>
      <span class="json-mark">: </span>
    </>
  );

const Branch = ({
  name,
  entries,
  isArray,
  open,
}: {
  readonly name: string | undefined;
  readonly entries: readonly (readonly [string, unknown])[];
  readonly isArray: boolean;
  readonly open: number;
}) => {
  const isOpen = useSignal(open > 0 && entries.length > 0);
  const shown = useSignal(SHOWN_ITEMS);
  const [begin, end] = isArray ? ['[', ']'] : ['{', '}'];
  const count = `${String(entries.length)} ${isArray ? 'item' : 'member'}${entries.length === 1 ? '' : 's'}`;
  if (entries.length === 0)
    return (
      <div class="json-leaf">
        <Name name={name} />
        <span class="json-mark">
          {begin}
          {end}
        </span>
      </div>
    );
  return (
    <details
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <Name name={name} />
        <span class="json-mark">{isOpen.value ? begin : `${begin}…${end}`}</span>
        {!isOpen.value && <span class="json-count"> {count}</span>}
      </summary>
      {isOpen.value && (
        <div class="json-inside">
          {entries.slice(0, shown.value).map(([key, item]) => (
            <Node key={key} {...(isArray ? {} : { name: key })} value={item} open={open - 1} />
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
      )}
      {isOpen.value && <div class="json-mark json-end">{end}</div>}
    </details>
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
