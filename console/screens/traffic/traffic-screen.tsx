import { useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Exchange } from '../../../src/generated/control-schemas.ts';
import {
  Button,
  EmptyState,
  ErrorPanel,
  HttpStatus,
  Skeleton,
  address,
  call,
  download,
  link,
  toExact,
  toTimeOfDay,
  toUrl,
} from '../../kit/kit.ts';
import { ExchangeDetail } from './exchange-detail.tsx';
import { Filters, clearFilters, exchangeLog, filterRows, isFiltered, toExchange } from './exchange-log.tsx';

export default () => {
  const id = address.value.segments[1];
  return (
    <div class={`traffic ${id === undefined ? '' : 'traffic-open'}`}>
      <ExchangeList opened={id} />
      {id && <ExchangeDetail key={id} id={id} />}
    </div>
  );
};

const ExchangeList = ({ opened }: { readonly opened: string | undefined }) => {
  const { rows, refused, read } = exchangeLog();
  const list = useRef<HTMLDivElement>(null);
  /** Id of the newest exchange that is shown, while the reader has paused or scrolled; what is newer waits. */
  const heldAt = useSignal<string>();
  const isPaused = useSignal(false);
  const all = useComputed(() => [...(rows.value?.values() ?? [])]);
  const filtered = useComputed(() => filterRows(all.value));
  const shown = useComputed(() => {
    const held = heldAt.value;
    const at = held === undefined ? -1 : all.value.findIndex(({ id }) => id === held);
    // It is gone after a reset; nothing was there yet if it is empty.
    const visible = at < 0 && held !== '' ? filtered.value : filterRows(all.value.slice(0, at + 1));
    return visible.toReversed();
  });
  const waiting = filtered.value.length - shown.value.length;
  const hold = () => {
    heldAt.value ??= all.peek().at(-1)?.id ?? '';
  };
  const release = () => {
    isPaused.value = false;
    heldAt.value = undefined;
    if (list.current !== null) list.current.scrollTop = 0;
  };
  const scrolled = (top: number) => {
    if (top > 4) hold();
    else if (!isPaused.value) heldAt.value = undefined;
  };
  const pause = () => {
    if (isPaused.value) release();
    else {
      isPaused.value = true;
      hold();
    }
  };
  if (rows.value === undefined)
    return refused.value === undefined ? <Skeleton /> : <ErrorPanel refused={refused.value} onRetry={read} />;
  return (
    <section class="exchange-list" aria-label="Exchanges">
      <header class="exchange-head">
        <div class="row spread">
          {opened === undefined ? <h1>Traffic</h1> : <h2 class="exchange-title">Traffic</h2>}
          <div class="row">
            <Button small icon={isPaused.value ? 'play' : 'pause'} pressed={isPaused.value} onClick={pause}>
              {isPaused.value ? 'Go on' : 'Pause'}
            </Button>
            <Button
              small
              onClick={() => download(toUrl('/requests.har'), 'vatmock.har')}
              title="Save all exchanges as a HAR file"
            >
              HAR
            </Button>
            <Button
              changes
              small
              disabled={all.value.length === 0}
              ask={{
                text: 'All exchanges of the sandbox are deleted from the journal. Records, coverage and findings stay.',
                verb: 'Clear the journal',
                danger: true,
              }}
              onClick={() => call('DELETE /requests')}
            >
              Clear
            </Button>
          </div>
        </div>
        <Filters rows={all.value} />
      </header>
      <div class="exchange-body">
        {waiting > 0 && (
          <button type="button" class="exchange-new" onClick={release}>
            {waiting.toLocaleString('en')} new
          </button>
        )}
        {shown.value.length > 0 ? (
          <VisibleRows of={shown.value} opened={opened} list={list} onScroll={scrolled} />
        ) : isFiltered() && all.value.length > 0 ? (
          <EmptyState icon="search" title="No exchange matches these filters">
            <Button onClick={clearFilters}>Remove the filters</Button>
          </EmptyState>
        ) : (
          <EmptyState icon="traffic" title="No request yet">
            Each request to the API is listed here as soon as it is answered, with the reason for its answer.{' '}
            <a href={link()}>Send a first one</a>
          </EmptyState>
        )}
      </div>
    </section>
  );
};

/** Pixels; below 600 px each row is a card. */
const ROW = 36;
const CARD = 64;

/** Rows above and below what is visible, so that fast scrolling meets no gap. */
const SPARE = 8;

/** Of any number of rows, the page has those that are visible. The list scrolls in the height it is given. */
const VisibleRows = ({
  of,
  opened,
  list,
  onScroll,
}: {
  readonly of: readonly Exchange[];
  readonly opened: string | undefined;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly onScroll: (top: number) => void;
}) => {
  const row = useSignal(ROW);
  const top = useSignal(0);
  const height = useSignal(800);
  // Whole rows, so that scrolling within a row renders nothing.
  const first = useComputed(() => Math.max(0, Math.floor(top.value / row.value) - SPARE));
  const count = useComputed(() => Math.ceil(height.value / row.value) + 2 * SPARE + 1);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
      row.value = matchMedia('(max-width: 600px)').matches ? CARD : ROW;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const from = Math.min(first.value, Math.max(0, of.length - 1));
  return (
    <div
      ref={list}
      class="virtual-list"
      role="list"
      aria-label="Exchanges, newest first"
      tabIndex={-1}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
        onScroll(currentTarget.scrollTop);
      }}
    >
      <div role="presentation" style={{ height: `${of.length * row.value}px`, position: 'relative' }}>
        {of.slice(from, from + count.value).map((exchange, index) => (
          <div
            key={exchange.id}
            role="listitem"
            aria-setsize={of.length}
            aria-posinset={from + index + 1}
            class="virtual-row"
            style={{
              height: `${row.value}px`,
              transform: `translateY(${(from + index) * row.value}px)`,
            }}
          >
            <ExchangeRow exchange={exchange} isOpen={exchange.id === opened} />
          </div>
        ))}
      </div>
    </div>
  );
};

const ExchangeRow = ({ exchange, isOpen }: { readonly exchange: Exchange; readonly isOpen: boolean }) => {
  const { id, method, path, operationId, status, lost, source, milliseconds, receivedAt, sandboxTime } = exchange;
  const short = inShort(exchange);
  const at = Date.parse(sandboxTime ?? receivedAt);
  return (
    <a class="exchange-row" href={toExchange(id)} data-row aria-current={isOpen ? 'true' : undefined}>
      <time class="exchange-time mono" title={`${toExact(at)} UTC; received at ${receivedAt}`}>
        {toTimeOfDay(at, true)}
      </time>
      <span class="exchange-status">
        <HttpStatus status={status} lost={lost} />
      </span>
      <b class="exchange-method mono">{method}</b>
      <span class="exchange-operation clip">
        {operationId ?? (source === 'identity' ? 'access token' : 'no operation')}
      </span>
      <bdi class="exchange-path mono clip">{shorten(path)}</bdi>
      <span class="exchange-short clip" title={short}>
        {short}
      </span>
      <span class="exchange-source">{source}</span>
      <span class="exchange-took">{toMilliseconds(milliseconds)}</span>
    </a>
  );
};

/** UUIDs in a path tell little in a list: their first characters do. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const shorten = (path: string): string => path.slice(0, 300).replaceAll(UUID, (uuid) => `${uuid.slice(0, 4)}…`);

const toMilliseconds = (value: number): string => (value < 10 ? `${value.toFixed(1)} ms` : `${value.toFixed(0)} ms`);

/** What came of an exchange, in a few words. */
const inShort = ({ reason, problemType, replayed, fault, scenarios, events }: Exchange): string =>
  [
    fault && `fault: ${fault}`,
    ...scenarios.map((name) => `scenario ${name}`),
    reason ?? problemType?.replaceAll('-', ' '),
    replayed && 'replayed',
    events.length === 1 ? events[0]?.type : events.length > 1 && `${events.length} events`,
  ]
    .filter(Boolean)
    .join(', ');
