import {
  type Detector,
  type Rule,
  type Streak,
  type UndetectableMistake,
  defineDetector,
  extend,
  hadReceivedResponse,
  seconds,
  timeBetween,
} from '../../engine/coaching/detector.ts';
import { GENERAL_DETECTORS } from '../../engine/coaching/general-detectors.ts';
import { GENERAL_RECEIVER_RULES } from '../../engine/coaching/receiver-watch.ts';
import { type JournalEntry, textOf } from '../../engine/journal/journal-entry.ts';
import { createBoundedCache } from '../../kernel/caches.ts';

const MOST_CLIENTS = 100;
const MOST_RESOURCES = 500;

const POLLING_INTERVAL = 10_000;
const TOO_MANY_POLLS = 4;

/** Equal for equal responses, so it shows whether anything has changed. */
const fingerprintOf = ({ status, headers, sent }: JournalEntry): string =>
  `${String(status)} ${headers['etag'] ?? String(sent?.byteLength ?? 0)}`;

/** The same request is repeated before a new result is possible. */
const eagerPolling = defineDetector(
  {
    id: 'eager-polling',
    title: 'Polls the compliance status too fast',
    quote: 'Compliance rollup: poll the workflow status per order or subscribe to webhooks.',
    assumptions: [],
    seenBy: 'four consecutive unchanged responses for one order, each requested within ten seconds of the previous one',
    remedy:
      'Subscribe to `compliance.*` and poll only in case a webhook is lost. Once a minute is enough, since VIES, documents and transport take minutes to days.',
  },
  () => {
    const streaks = createBoundedCache<Streak & { readonly fingerprint: string }>(MOST_RESOURCES);
    return (seen) => {
      const { operation, caller, path } = seen;
      if (operation?.id !== 'getOrderCompliance' || caller === undefined) return undefined;
      const key = `${caller.clientId} ${path}`;
      const before = streaks.get(key);
      const fingerprint = fingerprintOf(seen);
      const continues = before?.fingerprint === fingerprint && timeBetween(before.last, seen) < POLLING_INTERVAL;
      const streak = extend(continues ? before : undefined, seen);
      streaks.set(key, { ...streak, fingerprint });
      if (!continues || streak.ids.length < TOO_MANY_POLLS) return undefined;
      return {
        detail: `GET ${path} came again after ${seconds(timeBetween(before.last, seen))}, and nothing had changed.`,
        requests: streak.ids,
        certain: true,
      };
    };
  },
);

const CHECK_INTERVAL = 600_000;
const TOO_MANY_CHECKS = 3;

/** The client requests another check instead of waiting for the result. */
const viesAskedAgain = defineDetector(
  {
    id: 'vies-asked-again',
    title: 'Requests one VIES check after another',
    quote: 'VIES checks run asynchronously and do not block other operations.',
    assumptions: [],
    seenBy: 'a third check of one buyer, each requested within ten minutes of the previous one',
    remedy:
      'Request one check and continue with the order. The service repeats a `PENDING` or `UNKNOWN` check automatically; get its result from an event or by occasional polling.',
  },
  () => {
    const streaks = createBoundedCache<Streak>(MOST_RESOURCES);
    return (seen) => {
      const { operation, caller, path, status, idempotency } = seen;
      if (operation?.id !== 'requestViesCheck' || caller === undefined || status >= 300) return undefined;
      // A replay under the same Idempotency-Key is not a new request.
      if (idempotency?.kind === 'replay') return undefined;
      const key = `${caller.clientId} ${path}`;
      const before = streaks.get(key);
      const continues = before !== undefined && timeBetween(before.last, seen) < CHECK_INTERVAL;
      const streak = extend(continues ? before : undefined, seen);
      streaks.set(key, streak);
      const { length } = streak.ids;
      if (before === undefined || length < TOO_MANY_CHECKS) return undefined;
      return {
        detail: `POST ${path} came ${String(length)} times, the last time after ${seconds(timeBetween(before.last, seen))}.`,
        requests: streak.ids,
        // The buyer may have been corrected between two of them.
        certain: length > TOO_MANY_CHECKS,
      };
    };
  },
);

const REFUSAL_WINDOW = 300_000;
const TOO_MANY_REFUSALS = 3;

/** The client repeatedly attempts work that is refused without a DPA. */
const continuesWithoutDpa = defineDetector(
  {
    id: 'goes-on-without-dpa',
    title: 'Continues although the DPA is missing',
    quote: 'If the DPA is missing or outdated every call is refused with 403 of type dpa-not-accepted.',
    assumptions: [],
    seenBy: 'a third consecutive call refused with dpa-not-accepted, each within five minutes of the previous one',
    remedy:
      'Stop all calls for the organization at the first dpa-not-accepted and notify the people who can accept the DPA. The client cannot resolve this itself.',
  },
  () => {
    const streaks = createBoundedCache<Streak>(MOST_CLIENTS);
    return (seen) => {
      const { caller, refusal, operation, path } = seen;
      if (caller === undefined) return undefined;
      const { clientId } = caller;
      if (refusal?.type !== 'dpa-not-accepted') {
        if (streaks.size > 0) streaks.delete(clientId);
        return undefined;
      }
      const before = streaks.get(clientId);
      // Ignores concurrent requests: the client did not know the first response yet.
      if (before !== undefined && !hadReceivedResponse(before.last, seen)) return undefined;
      const continues = before !== undefined && timeBetween(before.last, seen) <= REFUSAL_WINDOW;
      const streak = extend(continues ? before : undefined, seen);
      streaks.set(clientId, streak);
      if (streak.ids.length < TOO_MANY_REFUSALS) return undefined;
      return {
        subject: 'agreement',
        detail: `${String(streak.ids.length)} calls in a row were refused with dpa-not-accepted, the last one to ${operation?.id ?? path}.`,
        requests: streak.ids,
        certain: true,
      };
    };
  },
);

/** A member of a response body, if it is readable JSON. */
const memberOf = ({ sent }: JournalEntry, name: string): unknown => {
  if (sent === undefined || sent.isCut) return undefined;
  try {
    return (JSON.parse(textOf(sent)) as Readonly<Record<string, unknown>> | null)?.[name];
  } catch {
    return undefined;
  }
};

/** The invoice contradicts a verdict that the client has read. */
const vatLeftOff = defineDetector(
  {
    id: 'vat-left-off',
    title: 'Omits VAT from the final invoice',
    quote: 'VAT must be applied on the final invoice',
    assumptions: [],
    seenBy: 'a final invoice with vatIncluded: false for an order whose decision the client has read as VAT_APPLICABLE',
    remedy:
      'Read `decision`, not only `status`: `VAT_APPLICABLE` means that VAT is due even if the order is valid. Issue the final invoice with VAT, and do not promise an exemption before the decision.',
  },
  () => {
    /** Exchanges in which the client learnt that VAT applies, by order. */
    const learnt = createBoundedCache<string>(MOST_RESOURCES);
    return (seen, json) => {
      const { operation, pathParameters, status, id, path } = seen;
      const isRead = operation?.id === 'getOrderCompliance';
      if (!isRead && operation?.id !== 'submitInvoice') return undefined;
      const order = pathParameters?.['uuid']?.toLowerCase();
      if (order === undefined || status >= 300) return undefined;
      if (isRead) {
        if (memberOf(seen, 'decision') === 'VAT_APPLICABLE') learnt.set(order, id);
        else if (learnt.size > 0) learnt.delete(order);
        return undefined;
      }
      const read = learnt.get(order);
      if (read === undefined) return undefined;
      if ((json as { readonly vatIncluded?: unknown } | undefined)?.vatIncluded !== false) return undefined;
      if (memberOf(seen, 'type') !== 'FINAL') return undefined;
      return {
        subject: order,
        detail: `POST ${path} made out the final invoice without VAT, although the decision is VAT_APPLICABLE.`,
        requests: [read, id],
        certain: true,
      };
    };
  },
);

const UNLIKELY = /[IOQ]/i;

/** The VINs of a request: in the body of an order, and in a search. */
const vinsIn = ({ query, operation }: JournalEntry, json: unknown): readonly string[] => {
  if (operation?.id === 'findOrders') return new URLSearchParams(query).getAll('vin');
  if (operation?.id !== 'createOrder') return [];
  const vins: unknown = (json as { readonly vins?: unknown } | undefined)?.vins;
  if (!Array.isArray(vins)) return [];
  return vins.map((item: { readonly vin?: unknown } | null) => item?.vin).filter((vin) => typeof vin === 'string');
};

/** VINs with any letters are accepted; these are most likely typing errors. Assumption: vin-characters. */
const unlikelyVin = defineDetector(
  {
    id: 'unlikely-vin',
    title: 'Sends VINs with I, O or Q',
    quote: 'exactly 17 characters',
    assumptions: ['vin-characters'],
    seenBy: 'a VIN with I, O or Q, in a new order or in a search',
    remedy:
      'Look for misread letters: ISO 3779 excludes I, O and Q from VINs because they look like 1 and 0. The stub accepts them; the API description does not say whether the real service does.',
  },
  () => (seen, json) => {
    if (seen.status >= 400) return undefined;
    const unlikely = vinsIn(seen, json).filter((vin) => UNLIKELY.test(vin));
    if (unlikely.length === 0) return undefined;
    return {
      detail: `VIN ${unlikely.slice(0, 5).join(', ')} was taken with ${seen.method} ${seen.path}.`,
      requests: [seen.id],
      certain: false,
    };
  },
);

/** Sentences of this API's description that support general rules, and what their remedies say of this API; by rule. */
const WORDING: Readonly<Record<string, Partial<Rule>>> = {
  'token-per-call': {
    quote: 'Clients should cache the token and refresh about one minute before expiry.',
  },
  'token-expired': {
    quote: 'Clients should cache the token and refresh about one minute before expiry.',
  },
  'retry-with-new-key': {
    quote:
      'Same key and same body within 24 hours returns the cached response; same key and a different body returns 422.',
  },
  'retry-too-early': {
    quote:
      'Rate limit exceeded: 429 rate-limited with headers `Retry-After`, `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`.',
    remedy:
      'Wait for the number of seconds in `Retry-After` before you send anything else in that category. Ten consecutive 429 responses pause the client for 15 minutes.',
  },
  'refused-again': {
    quote: 'stable category; clients key on this, not on status or title',
  },
  'patch-without-if-match': {
    quote:
      'Resources that change carry an integer `version`, exposed as the `ETag` header; PATCH accepts `If-Match` for optimistic concurrency.',
  },
  'fresh-answer-asked-again': {
    quote: 'The response carries Cache-Control hints; a 5-minute in-process cache is recommended.',
    remedy:
      'Cache the response to GET /me for the `max-age` in its `Cache-Control` (five minutes), in the process or in a shared cache.',
  },
  'unknown-query-parameter': {
    quote: 'a `vin` query parameter was added to `GET /orders`',
  },
  'bad-signature-accepted': {
    quote: 'verification uses the raw request body; the timestamp must be within 5 minutes of now',
  },
  'duplicate-worked-on': {
    quote: 'Delivery is at least once; handlers dedupe on the event `id`.',
  },
};

/** A general rule in the words of this API. */
const inOurWords = (rule: Rule): Rule => ({ ...rule, ...WORDING[rule.id] });

/** All detectors for clients of this API. */
export const DETECTORS: readonly Detector[] = [
  ...GENERAL_DETECTORS.map(({ rule, start }) => ({ rule: inOurWords(rule), start })),
  eagerPolling,
  viesAskedAgain,
  continuesWithoutDpa,
  vatLeftOff,
  unlikelyVin,
];

/** All rules for receivers of this API's webhooks. */
export const RECEIVER_RULES: readonly Rule[] = GENERAL_RECEIVER_RULES.map(inOurWords);

/** Listed, because the absence of findings does not prove the absence of mistakes. */
export const UNDETECTABLE_MISTAKES: readonly UndetectableMistake[] = [
  {
    mistake: 'Branches on the text, title or status of a problem instead of its type',
    quote: 'stable category; clients key on this, not on status or title',
    instead:
      'Run the scenarios new-problem-type and gateway-page: a client that keys on the type handles them like any unknown problem.',
  },
  {
    mistake: 'Relies on the order of events',
    quote: 'Ordering is best effort; retries can reorder. Handlers should key on resource state, not event order.',
    instead: 'Run the scenario reordered-webhooks and check the state of the receiver.',
  },
  {
    mistake: 'Processes a duplicate event twice without calling the API',
    quote: 'Delivery is at least once; handlers dedupe on the event `id`.',
    instead:
      'Run the scenario duplicate-webhooks and check the state of the receiver; a receiver that calls the API for both events causes a finding.',
  },
];
