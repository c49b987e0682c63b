import { type Moment, failureOf, momentOf, waitOf } from '../../coaching/detector.ts';
import { type Facts, factsOf, type Difference } from '../../matching/condition.ts';
import type { EventSummary, RequestSummary } from '../../../generated/control-schemas.ts';
import type { EmittedEvent } from '../../message/message.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { Redactor } from '../../journal/redactor.ts';
import type { Settled } from '../../exchange/exchange.ts';

/** A request as expectations see it; its properties are computed only on demand. */
export interface ObservedRequest {
  readonly kind: 'request';
  /** The status that the client received; undefined if the connection broke before. */
  readonly answered: number | undefined;
  /** The fault that lost the response. */
  readonly lostBy: string | undefined;
  readonly clientId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** `Retry-After` of its response, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** With wall-clock times in the place of its monotonic clock readings. */
  readonly moment: Moment;
  readonly facts: () => Facts;
  readonly summary: () => RequestSummary;
  /** Redacts credentials in a difference. */
  readonly hide: (difference: Difference) => Difference;
}

/** An event that was emitted. */
export interface ObservedEvent extends Pick<ObservedRequest, 'hide'>, Pick<EmittedEvent, 'type' | 'data'> {
  readonly kind: 'event';
  readonly summary: () => EventSummary;
}

/** A request or event, with its time on the sandbox clock: milliseconds since the epoch. */
export type Observation = { readonly at: number } & (ObservedRequest | ObservedEvent);

/** Differences of one exchange that are told in full: to search each for credentials takes up to a tenth of a millisecond. */
const MOST_TOLD = 25;

/** Tells so many differences, of whatever number of expectations, and no more. */
const telling = (what: string, hide: ObservedRequest['hide']): ObservedRequest['hide'] => {
  let told = 0;
  return (difference) =>
    ++told > MOST_TOLD
      ? { ...difference, actual: `not shown: ${MOST_TOLD} expectations have missed the same ${what}` }
      : hide(difference);
};

/**
 * Extracts what expectations need from an exchange that has just been recorded. `monotonicStart` is the wall-clock time at
 * which the monotonic clock was 0.
 */
export const readRequest = (
  entry: JournalEntry,
  exchange: Settled,
  redactor: Redactor,
  monotonicStart: number,
): ObservedRequest => {
  const lostBy = failureOf(entry);
  let summary: RequestSummary | undefined;
  return {
    kind: 'request',
    answered: lostBy === undefined ? entry.status : undefined,
    lostBy,
    clientId: entry.caller?.clientId,
    idempotencyKey: exchange.request.header('idempotency-key'),
    retryAfter: waitOf(entry),
    moment: {
      ...momentOf(entry),
      startedAt: entry.startedAt + monotonicStart,
      endedReadingAt: entry.endedReadingAt + monotonicStart,
    },
    // The complete body, of which the journal keeps only the beginning, including that of a refused request.
    facts: () => {
      const { request, body, input = { body: body?.kind === 'json' ? body.value : undefined } } = exchange;
      return factsOf({ request, pathParameters: entry.pathParameters ?? {}, input });
    },
    // Hundreds of expectations ask for the same one.
    summary: () => (summary ??= summarize(entry, redactor)),
    hide: telling('request', ({ at, expected, actual }) => ({
      at,
      expected: redactor.redact(entry, expected),
      actual: redactor.redact(entry, actual),
    })),
  };
};

const summarize = (entry: JournalEntry, redactor: Redactor): RequestSummary => {
  const { id, method, path, operationId, status } = redactor.identify(entry);
  return { id, method, path, operationId, status: failureOf(entry) === undefined ? status : null };
};

export const readEvent = (
  { id, type, data, createdAt }: EmittedEvent,
  redactor: Redactor,
): ObservedEvent & Observation => ({
  kind: 'event',
  at: createdAt,
  type,
  data,
  summary: () => ({ id, type }),
  hide: telling('event', (difference) => redactor.redactValue(difference) as Difference),
});
