import { signal } from '@preact/signals';
import type { Exchange } from '../../../src/generated/control-schemas.ts';
import {
  FilterBar,
  FilterChoice,
  FilterText,
  inWords,
  type Choices,
  type Parameter,
  type Refused,
  address,
  call,
  link,
  onTold,
  parameter,
  setQuery,
  toRefused,
} from '../../kit/kit.ts';

/** The page keeps this many rows; the server forgets earlier. */
const MOST = 10_000;
/** The server has no more. */
const PAGE = 1000;
/** Rows that arrive within this time are shown at once. */
const GATHER = 80;

const createLog = () => {
  /** Oldest first, by their ids; undefined until the first were read. */
  const rows = signal<ReadonlyMap<string, Exchange>>();
  const refused = signal<Refused>();
  let waiting: Exchange[] = [];
  let timer: number | undefined;
  let readings = 0;

  /** What is told again stays in its place: its client has left meanwhile. */
  const add = (exchanges: readonly Exchange[]): void => {
    const all = new Map(rows.value);
    for (const exchange of exchanges) all.set(exchange.id, exchange);
    for (const id of all.keys()) {
      if (all.size <= MOST) break;
      all.delete(id);
    }
    rows.value = all;
  };

  /** What comes while rows are read is newer than they are. */
  const flush = (): void => {
    timer = undefined;
    if (rows.value === undefined || readings > 0) return;
    add(waiting);
    waiting = [];
  };

  /** Replaces the rows: of the same seed, another process gives its exchanges the ids of other ones. */
  const read = async (): Promise<void> => {
    readings++;
    try {
      const { data } = await call('GET /requests', { query: { limit: PAGE } });
      refused.value = undefined;
      rows.value = new Map();
      add(data.toReversed());
    } catch (error) {
      refused.value = toRefused(error);
    }
    readings--;
    flush();
  };

  onTold('exchange', (data) => {
    waiting.push(data as Exchange);
    timer ??= setTimeout(flush, GATHER);
  });
  onTold('forgotten', () => {
    waiting = [];
    // A reset leaves nothing, a show that goes back what was before the step.
    void read();
  });
  onTold('gap', () => void read());
  return { rows, refused, read };
};

/** What the text filter looks at, in lower case: made once for each row. */
const texts = new WeakMap<Exchange, string>();

const textOf = (exchange: Exchange): string => {
  const known = texts.get(exchange);
  if (known !== undefined) return known;
  const { id, method, path, operationId, clientId, status, problemType, reason, traceId } = exchange;
  const { records, scenarios, events } = exchange;
  const text = [
    id,
    method,
    path,
    operationId,
    clientId,
    status,
    problemType,
    reason,
    traceId,
    ...Object.values(records),
    ...scenarios,
    ...events.flatMap((event) => [event.id, event.type]),
  ]
    .join(' ')
    .toLowerCase();
  texts.set(exchange, text);
  return text;
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

const filters = {
  text: parameter('text'),
  status: parameter('status'),
  operation: parameter('operation'),
  client: parameter('client'),
  source: parameter('source'),
} as const;

export const isFiltered = (): boolean => Object.values(filters).some(({ value }) => value !== '');

export const clearFilters = (): void => setQuery(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])));

/** The filters that compare a member. */
const MEMBERS = [
  ['operation', 'operationId'],
  ['client', 'clientId'],
  ['source', 'source'],
] as const;

const accepts = ({ value }: Parameter, ...values: readonly (string | null)[]): boolean =>
  value === '' || values.includes(value);

/** The rows that meet all filters of the address; the status `4xx` stands for all of its hundred. */
export const filterRows = (rows: readonly Exchange[]): readonly Exchange[] => {
  if (!isFiltered()) return rows;
  const wanted = filters.text.value.toLowerCase();
  return rows.filter(
    (exchange) =>
      textOf(exchange).includes(wanted) &&
      accepts(filters.status, String(exchange.status), `${String(exchange.status).charAt(0)}xx`) &&
      MEMBERS.every(([name, member]) => accepts(filters[name], exchange[member])),
  );
};

const STATUSES: Choices = [
  ['2xx', '2xx succeeded'],
  ['3xx', '3xx redirected'],
  ['4xx', '4xx refused'],
  ['5xx', '5xx failed'],
];

/** The values that occur in the rows, in order of the alphabet. */
const choicesOf = (rows: readonly Exchange[], member: (typeof MEMBERS)[number][1]): Choices =>
  [...new Set(rows.map((exchange) => exchange[member]))].filter((value) => value !== null).sort();

export const Filters = ({ rows }: { readonly rows: readonly Exchange[] }) => (
  <FilterBar>
    <FilterText label="Filter by text" value={filters.text} />
    <FilterChoice label="Status" all="All statuses" choices={STATUSES} value={filters.status} />
    {MEMBERS.map(([name, member]) => (
      <FilterChoice
        key={name}
        label={inWords(name)}
        all={`All ${name}s`}
        choices={choicesOf(rows, member)}
        value={filters[name]}
      />
    ))}
  </FilterBar>
);

/** The filters stay while an exchange is opened. */
export const toExchange = (...segments: readonly string[]): string =>
  link('traffic', ...segments, Object.fromEntries(Object.entries(filters).map(([name, { value }]) => [name, value])));
