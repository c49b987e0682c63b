import {
  type JournalEntry,
  type Policy,
  type Rule,
  type Streak,
  defineDetector,
  extend,
  hadReceivedResponse,
  seconds,
  textOf,
  timeBetween,
} from '../../engine/sdk.ts';
import { FINDINGS } from '../../generated/findings.ts';
import { createBoundedCache } from '../../kernel/caches.ts';

const ruleOf = (id: keyof typeof FINDINGS.rules): Rule => ({ id, ...FINDINGS.rules[id] });

const MOST_CLIENTS = 100;
const MOST_RESOURCES = 500;

const POLLING_INTERVAL = 10_000;
const TOO_MANY_POLLS = 4;

/** Equal for equal responses, so it shows whether anything has changed. */
const fingerprintOf = ({ status, headers, sent }: JournalEntry): string =>
  `${status} ${headers['etag'] ?? String(sent?.byteLength ?? 0)}`;

/** The same request is repeated before a new result is possible. */
const eagerPolling = defineDetector(ruleOf('eager-polling'), () => {
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
});

const CHECK_INTERVAL = 600_000;
const TOO_MANY_CHECKS = 3;

/** The client requests another check instead of waiting for the result. */
const viesAskedAgain = defineDetector(ruleOf('vies-asked-again'), () => {
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
      detail: `POST ${path} came ${length} times, the last time after ${seconds(timeBetween(before.last, seen))}.`,
      requests: streak.ids,
      // The buyer may have been corrected between two of them.
      certain: length > TOO_MANY_CHECKS,
    };
  };
});

const REFUSAL_WINDOW = 300_000;
const TOO_MANY_REFUSALS = 3;

/** The client repeatedly attempts work that is refused without a DPA. */
const continuesWithoutDpa = defineDetector(ruleOf('goes-on-without-dpa'), () => {
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
      detail: `${streak.ids.length} calls in a row were refused with dpa-not-accepted, the last one to ${operation?.id ?? path}.`,
      requests: streak.ids,
      certain: true,
    };
  };
});

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
const vatLeftOff = defineDetector(ruleOf('vat-left-off'), () => {
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
    const { vatIncluded, marginScheme } = (json ?? {}) as Readonly<Record<string, unknown>>;
    // "Margin scheme": its invoices do not state VAT (Directive 2006/112/EC, Article 325).
    if (vatIncluded !== false || marginScheme === true) return undefined;
    if (memberOf(seen, 'type') !== 'FINAL') return undefined;
    return {
      subject: order,
      detail: `POST ${path} made out the final invoice without VAT, although the decision is VAT_APPLICABLE.`,
      requests: [read, id],
      certain: true,
    };
  };
});

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
const unlikelyVin = defineDetector(ruleOf('unlikely-vin'), () => (seen, json) => {
  if (seen.status >= 400) return undefined;
  const unlikely = vinsIn(seen, json).filter((vin) => UNLIKELY.test(vin));
  if (unlikely.length === 0) return undefined;
  return {
    detail: `VIN ${unlikely.slice(0, 5).join(', ')} was taken with ${seen.method} ${seen.path}.`,
    requests: [seen.id],
    certain: false,
  };
});

/** What this API says of the mistakes of its clients. */
export const OWN_FINDINGS: NonNullable<Policy['findings']> = {
  detectors: [eagerPolling, viesAskedAgain, continuesWithoutDpa, vatLeftOff, unlikelyVin],
  wording: FINDINGS.wording,
  // Listed, because the absence of findings does not prove the absence of mistakes.
  undetectable: FINDINGS.undetectable,
};
