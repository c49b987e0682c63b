import { type ReadonlySignal, signal, useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const mediaSignal = (query: string): ReadonlySignal<boolean> => {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener('change', () => {
    matches.value = media.matches;
  });
  return matches;
};

/** Tables are cards. */
export const isNarrow = mediaSignal('(max-width: 600px)');

/** Rows above and below what is visible, so that fast scrolling meets no gap. */
const SPARE = 8;

/** A list of any length whose rows are in the page only while they are visible. It scrolls in the height it is given. */
export const VirtualList = <Row,>({
  label,
  rows,
  id,
  rowHeight,
  row,
  onScroll,
  list,
}: {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly id: (row: Row) => string;
  readonly rowHeight: number;
  readonly row: (row: Row, index: number) => ComponentChildren;
  readonly onScroll: (top: number) => void;
  readonly list: RefObject<HTMLDivElement | null>;
}) => {
  const top = useSignal(0);
  const height = useSignal(800);
  // Whole rows, so that scrolling within a row renders nothing.
  const first = useComputed(() => Math.max(0, Math.floor(top.value / rowHeight) - SPARE));
  const count = useComputed(() => Math.ceil(height.value / rowHeight) + 2 * SPARE + 1);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const from = Math.min(first.value, Math.max(0, rows.length - 1));
  return (
    <div
      ref={list}
      class="virtual-list"
      role="list"
      aria-label={label}
      tabIndex={-1}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
        onScroll(currentTarget.scrollTop);
      }}
    >
      <div role="presentation" style={{ height: `${String(rows.length * rowHeight)}px`, position: 'relative' }}>
        {rows.slice(from, from + count.value).map((each, index) => (
          <div
            key={id(each)}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={from + index + 1}
            class="virtual-row"
            style={{
              height: `${String(rowHeight)}px`,
              transform: `translateY(${String((from + index) * rowHeight)}px)`,
            }}
          >
            {row(each, from + index)}
          </div>
        ))}
      </div>
    </div>
  );
};
