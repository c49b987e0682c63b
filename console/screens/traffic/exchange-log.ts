import type { Exchange } from '../../../src/generated/control-schemas.ts';
import { type ReadonlySignal, signal } from '@preact/signals';
import { address } from '../../address/address.ts';
import { call } from '../../server/call.ts';
import { type Refused, toRefused } from '../../server/refusal.ts';
import { onStream } from '../../server/stream.ts';


export interface Logged {
  readonly exchange: Exchange;
  /** Counts up: a later exchange has a higher number. */
  readonly number: number;
  /** What the text filter looks at, in lower case. */
  readonly text: string;
}

/** The page keeps this many rows; the server forgets earlier. */
const MOST = 10_000;
/** Trimmed this many at once, so that it is seldom. */
const SLACK = 500;
/** The server has no more. */
const PAGE = 1000;
/** Rows that arrive within this time are shown at once. */
const GATHER = 80;

interface ExchangeLog {
  /** Oldest first; undefined until the first were read. */
  readonly rows: ReadonlySignal<readonly Logged[] | undefined>;
  readonly refused: ReadonlySignal<Refused | undefined>;
  readonly read: () => Promise<void>;
}

const createLog = (): ExchangeLog => {
  const rows = signal<readonly Logged[] | undefined>(undefined);
  const refused = signal<Refused | undefined>(undefined);
  const known = new Set<string>();
  let waiting: Exchange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let number = 0;

  const toLogged = (exchange: Exchange): Logged => ({ exchange, number: ++number, text: toText(exchange) });

  const add = (exchanges: readonly Exchange[]): void => {
    const fresh = exchanges.filter(({ id }) => !known.has(id));
    // Told again: its client has left meanwhile.
    const lost = new Map(exchanges.filter((one) => one.lost && known.has(one.id)).map((one) => [one.id, one]));
    if (lost.size > 0)
      rows.value = rows.value?.map((row) => ({ ...row, exchange: lost.get(row.exchange.id) ?? row.exchange }));
    if (fresh.length === 0) return;
    for (const { id } of fresh) known.add(id);
    const all = [...(rows.value ?? []), ...fresh.map(toLogged)];
    const shown = all.length > MOST + SLACK ? all.slice(-MOST) : all;
    if (shown.length < all.length)
      for (const { exchange } of all.slice(0, all.length - shown.length)) known.delete(exchange.id);
    rows.value = shown;
  };

  const flush = (): void => {
    timer = undefined;
    const exchanges = waiting;
    waiting = [];
    add(exchanges);
  };

  /** `anew` replaces the rows that are there. */
  const read = async (anew = false): Promise<void> => {
    try {
      const { data } = await call('GET', '/requests', { query: { limit: PAGE } });
      refused.value = undefined;
      if (anew) known.clear();
      rows.value = anew ? [] : (rows.value ?? []);
      add(data.toReversed());
      if (waiting.length > 0) flush();
    } catch (error) {
      refused.value = toRefused(error);
    }
  };

  onStream('exchange', (data) => {
    waiting.push(data as Exchange);
    // What comes while the first rows are read is newer than they are.
    if (rows.value !== undefined) timer ??= setTimeout(flush, GATHER);
  });
  onStream('forgotten', () => {
    waiting = [];
    // A reset leaves nothing, a show that goes back what was before the step.
    void read(true);
  });
  onStream('gap', () => void read());
  return { rows, refused, read };
};

const toText = (exchange: Exchange): string => {
  const { id, method, path, operationId, clientId, status, problemType, reason, traceId, records, scenarios, events } =
    exchange;
  return [
    ...[id, method, path, operationId, clientId, status, problemType, reason, traceId],
    ...Object.values(records),
    ...scenarios,
    ...events.flatMap((event) => [event.id, event.type]),
  ]
    .join(' ')
    .toLowerCase();
};

let log: { readonly sandbox: string | null; readonly of: ExchangeLog } | undefined;

/** The exchanges of the sandbox, kept from the first look at them until the page is left. */
export const exchangeLog = (): ExchangeLog => {
  const sandbox = address.peek().query.get('sandbox');
  if (log?.sandbox !== sandbox) {
    log = { sandbox, of: createLog() };
    void log.of.read();
  }
  return log.of;
};
