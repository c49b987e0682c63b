import { signal } from '@preact/signals';
import type { Exchange } from '../../../src/generated/control-schemas.ts';
import {
  type Choices,
  type Refused,
  address,
  call,
  link,
  onTold,
  parameter,
  setQuery,
  toRefused,
} from '../../kit/kit.ts';

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

const createLog = () => {
  /** Oldest first; undefined until the first were read. */
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

  /** Replaces the rows: of the same seed, another process gives its exchanges the ids of other ones. */
  const read = async (): Promise<void> => {
    const newest = number;
    try {
      const { data } = await call('GET', '/requests', { query: { limit: PAGE } });
      refused.value = undefined;
      const later = (rows.value ?? []).filter((row) => row.number > newest);
      known.clear();
      number = 0;
      rows.value = [];
      add(data.toReversed());
      add(later.map(({ exchange }) => exchange));
      if (waiting.length > 0) flush();
    } catch (error) {
      refused.value = toRefused(error);
    }
  };

  onTold('exchange', (data) => {
    waiting.push(data as Exchange);
    // What comes while the first rows are read is newer than they are.
    if (rows.value !== undefined) timer ??= setTimeout(flush, GATHER);
  });
  onTold('forgotten', () => {
    waiting = [];
    // A reset leaves nothing, a show that goes back what was before the step.
    void read();
  });
  onTold('gap', () => void read());
  return { rows, refused, read };
};

const toText = (exchange: Exchange): string => {
  const { id, method, path, operationId, clientId, status, problemType, reason, traceId } = exchange;
  const { records, scenarios, events } = exchange;
  return [
    ...[id, method, path, operationId, clientId, status, problemType, reason, traceId],
    ...[...Object.values(records), ...scenarios, ...events.flatMap((event) => [event.id, event.type])],
  ]
    .join(' ')
    .toLowerCase();
};

let log: { readonly sandbox: string | null; readonly of: ReturnType<typeof createLog> } | undefined;

/** The exchanges of the sandbox, kept from the first look at them until the page is left. */
export const exchangeLog = () => {
  const sandbox = address.peek().query.get('sandbox');
  if (log?.sandbox !== sandbox) {
    log = { sandbox, of: createLog() };
    void log.of.read();
  }
  return log.of;
};

export const filters = {
  text: parameter('text'),
  status: parameter('status'),
  operation: parameter('operation'),
  client: parameter('client'),
  source: parameter('source'),
} as const;

export const isFiltered = (): boolean => Object.values(filters).some(({ value }) => value !== '');

export const clearFilters = (): void =>
  setQuery(Object.fromEntries(Object.keys(filters).map((name) => [name, ''] as const)));

/** `4xx` stands for all of its hundred. */
const isStatus = (status: number, wanted: string): boolean =>
  wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : String(status) === wanted;

/** The rows that meet all filters of the address. */
export const filterRows = (rows: readonly Logged[]): readonly Logged[] => {
  if (!isFiltered()) return rows;
  const text = filters.text.value.toLowerCase();
  const { status, operation, client, source } = filters;
  return rows.filter(
    (row) =>
      (text === '' || row.text.includes(text)) &&
      (status.value === '' || isStatus(row.exchange.status, status.value)) &&
      (operation.value === '' || row.exchange.operationId === operation.value) &&
      (client.value === '' || row.exchange.clientId === client.value) &&
      (source.value === '' || row.exchange.source === source.value),
  );
};

export const STATUSES: Choices = [
  ['2xx', '2xx succeeded'],
  ['3xx', '3xx redirected'],
  ['4xx', '4xx refused'],
  ['5xx', '5xx failed'],
];

/** The values that occur in the rows, in order of the alphabet. */
export const choicesOf = (rows: readonly Logged[], member: 'operationId' | 'clientId' | 'source'): Choices =>
  [...new Set(rows.map(({ exchange }) => exchange[member]))]
    .filter((value) => value !== null)
    .sort()
    .map((value) => [value, value] as const);

/** The filters stay while an exchange is opened. */
export const toExchange = (...segments: readonly string[]): string => {
  const kept = Object.entries(filters).flatMap(([name, { value }]) => (value === '' ? [] : [[name, value] as const]));
  return link('traffic', ...segments, Object.fromEntries(kept));
};
