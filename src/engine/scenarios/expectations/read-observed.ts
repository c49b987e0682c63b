import { momentOf } from '../../coaching/detector.ts';
import type { EmittedEvent } from '../../message/event.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { Redactor } from '../../journal/redactor.ts';
import type { Settled } from '../../exchange/exchange.ts';
import { type Facts, factsOf } from '../../matching/facts.ts';
import type { Difference } from '../../matching/condition.ts';
import type { ObservedEvent, ObservedRequest, RequestSummary } from './observed.ts';

/** Differences of one exchange that are told in full: to search each for credentials takes up to a tenth of a millisecond. */
const MOST_TOLD = 25;

/** Extracts what expectations need from an exchange that has just been recorded. */
export const readRequest = (entry: JournalEntry, exchange: Settled, redactor: Redactor): ObservedRequest => {
  const lostBy = lostByIn(entry);
  let told = 0;
  return {
    operationId: entry.operation?.id,
    answered: lostBy === undefined ? entry.status : undefined,
    lostBy,
    clientId: entry.caller?.clientId,
    idempotencyKey: exchange.request.header('idempotency-key'),
    retryAfter: toMilliseconds(entry.headers['retry-after']),
    moment: momentOf(entry),
    facts: factsIn(entry, exchange),
    summary: summaryOf(entry, redactor),
    hide: (difference) =>
      ++told > MOST_TOLD
        ? { ...difference, actual: `not shown: ${String(MOST_TOLD)} expectations have missed the same request` }
        : {
            at: difference.at,
            expected: redactor.redact(entry, difference.expected),
            actual: redactor.redact(entry, difference.actual),
          },
  };
};

/** The complete body, of which the journal keeps only the beginning, including that of a refused request. */
const factsIn =
  ({ pathParameters = {} }: JournalEntry, exchange: Settled) =>
  (): Facts =>
    factsOf({ request: exchange.request, pathParameters, input: exchange.input ?? { body: jsonOf(exchange) } });

const jsonOf = ({ body }: Settled): unknown => (body?.kind === 'json' ? body.value : undefined);

/** A function of its own, so that a stored closure does not keep the exchange and its uploads alive. */
export const summaryOf = (entry: JournalEntry, redactor: Redactor): (() => RequestSummary) => {
  const summarize = (): RequestSummary => {
    const { id, method, path, operationId, status } = redactor.identify(entry);
    return { id, method, path, operationId, status: lostByIn(entry) === undefined ? status : null };
  };
  // Hundreds of expectations ask for the same one.
  let summary: RequestSummary | undefined;
  return () => (summary ??= summarize());
};

/** A slow body does arrive. */
const lostByIn = ({ fault }: JournalEntry): string | undefined =>
  fault?.failure === 'slow-body' ? undefined : fault?.failure;

/** HTTP dates are ignored: the stub never sends them in `Retry-After`. */
const toMilliseconds = (retryAfter: string | undefined): number | undefined =>
  retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;

export const readEvent = ({ id, type, data }: EmittedEvent, redactor: Redactor): ObservedEvent => ({
  id,
  type,
  data,
  hide: (difference) => redactor.redactValue(difference) as Difference,
});
