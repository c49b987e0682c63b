import type { Exchange } from '../../../src/generated/control-schemas.ts';
import { link } from '../../address/address.ts';
import { HttpStatus } from '../../kit/badge.tsx';
import { toExact, toTimeOfDay } from '../../kit/time.tsx';
import { filters } from './filters.ts';

/** The filters stay while an exchange is opened. */
export const toExchange = (...segments: readonly string[]): string =>
  link(
    'traffic',
    ...segments,
    Object.fromEntries(
      Object.entries(filters)
        .filter(([, { value }]) => value !== '')
        .map(([name, { value }]) => [name, value] as const),
    ),
  );

export const ExchangeRow = ({ exchange, isOpen }: { readonly exchange: Exchange; readonly isOpen: boolean }) => {
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
      <span class="exchange-short clip" dir="auto" title={short}>
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
    ...(fault === null ? [] : [`fault: ${fault}`]),
    ...scenarios.map((name) => `scenario ${name}`),
    ...(reason !== null ? [reason] : problemType === null ? [] : [problemType.replaceAll('-', ' ')]),
    ...(replayed ? ['replayed'] : []),
    ...(events.length === 0 ? [] : [events.length === 1 ? (events[0]?.type ?? '') : `${String(events.length)} events`]),
  ].join(', ');
