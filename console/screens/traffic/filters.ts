import { type Parameter, parameter, setQuery } from '../../address/address.ts';
import type { Choice } from '../../kit/filter-bar.tsx';
import type { Logged } from './exchange-log.ts';

export const filters = {
  text: parameter('text'),
  status: parameter('status'),
  operation: parameter('operation'),
  client: parameter('client'),
  source: parameter('source'),
} as const satisfies Record<string, Parameter>;

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

export const STATUSES: readonly Choice[] = [
  { value: '2xx', title: '2xx succeeded' },
  { value: '3xx', title: '3xx redirected' },
  { value: '4xx', title: '4xx refused' },
  { value: '5xx', title: '5xx failed' },
];

/** The values that occur in the rows, in order of the alphabet. */
export const choicesOf = (
  rows: readonly Logged[],
  member: 'operationId' | 'clientId' | 'source',
): readonly Choice[] => {
  const values = new Set<string>();
  for (const { exchange } of rows) {
    const value = exchange[member];
    if (value !== null) values.add(value);
  }
  return [...values].sort().map((value) => ({ value, title: value }));
};
