import { memoize } from '../../kernel/caches.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { isRead } from '../../kernel/http.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import { findResponse, type ResponseDescription } from '../contract/contract.ts';
import { LIMIT_HEADER } from '../contract/read-extensions.ts';
import type { Settled } from '../exchange/exchange.ts';
import { createPathForLog, createScrub } from '../journal/secrets.ts';
import { matchesWeakly, parseEntityTags } from '../preconditions/if-match.ts';
import type { Quota } from '../../generated/control-schemas.ts';
import { type BudgetReading, WINDOW } from '../rate-limiting/rate-limiter.ts';
import { findMeantPreference, mayPrefer } from '../responders/preference.ts';
import type { SandboxClock } from '../sandbox/sandbox-clock.ts';
import { createCompilers } from '../validation/ajv.ts';
import type { EngineParts, Finish } from './engine-parts.ts';

/** Adds response headers: the caller's rate-limit budget, the source of the response, and the ids of the exchange. */
export const addResponseHeaders =
  (parts: EngineParts): Finish =>
  (exchange) => {
    const { id, traceId, reply, source, caller } = exchange;
    const { clientPauses, pageHeaders } = parts;
    // Only consecutive 429 responses count: any other status starts again.
    if (caller !== undefined && reply.status !== 429) clientPauses.clear(caller.clientId);
    // The stub's own headers: exchange id, source of the response, and the trace id that problems carry.
    // A copy of one object is much cheaper than a merge of two, even if one of them is undefined.
    const headers: Record<string, string> =
      pageHeaders === undefined ? { ...reply.headers } : { ...pageHeaders, ...reply.headers };
    addLimits(headers, exchange, parts);
    headers['x-mock-request-id'] = id;
    headers['x-mock-source'] = source;
    headers['x-trace-id'] = traceId;
    const meant = mayPrefer(exchange.request) ? findMeantPreference(exchange.request) : undefined;
    if (meant !== undefined) headers['x-mock-did-you-mean'] = meant;
    if (reply.status >= 400) addExplanation(headers, exchange, parts);
    return { reply: { ...reply, headers } };
  };

interface LimitHeader {
  readonly name: string;
  /** What it tells. */
  readonly word: string;
  /** The schema that its form must fit, if it has one. */
  readonly pointer: string | undefined;
}

const describedIn = memoize(({ headers }: ResponseDescription): readonly LimitHeader[] =>
  headers.flatMap(({ name, schema }) => {
    const [known, , word = ''] = LIMIT_HEADER.exec(name) ?? [];
    return known === undefined ? [] : [{ name, word, pointer: schema?.pointer }];
  }),
);

/** What a header tells of a budget, in the forms that are in use. */
const formsOf = (
  { name, word }: LimitHeader,
  { category, limit, remaining, resetAt }: BudgetReading,
  clock: SandboxClock,
): readonly (number | string)[] => {
  const left = () => Math.max(0, Math.ceil((resetAt - clock.now()) / 1000));
  switch (word) {
    case 'limit':
      return [limit];
    case 'remaining':
      return [remaining];
    case 'used':
      return [limit - remaining];
    case 'reset': {
      const at = clock.toWallTime(resetAt);
      const instants = [Math.floor(at / 1000), left(), toIsoDateTime(at)];
      // draft-ietf-httpapi-ratelimit-headers-06: RateLimit-Reset has seconds from now on; -10: RateLimit and RateLimit-Policy.
      return name.startsWith('x-') ? instants : [left(), ...instants];
    }
    case 'policy':
      return [`"${category}";q=${limit};w=${WINDOW / 1000}`];
    default:
      return [`"${category}";r=${remaining};t=${left()}`];
  }
};

/**
 * The headers of every response to a known caller; of a third-party description, where the response describes them. Without a caller
 * there is no budget to report, only its category. Assumption: rate-limit-header-presence.
 */
const addLimits = (
  headers: Record<string, string>,
  exchange: Settled,
  { contract, rateLimiter, categoryOf, clock: wall, assumedIn }: EngineParts,
): void => {
  const { request, budget, caller, operation, sandbox, enteredAt, reply } = exchange;
  if (budget === undefined && assumedIn(sandbox).has('rate-limit-header-presence=counted-only')) return;
  const category = categoryOf(request, operation);
  if (category === undefined) return;
  if (!contract.isForeign) headers['x-ratelimit-category'] = category;
  if (caller === undefined) return;
  // A request that ended before it was counted still reports the budget of its minute.
  const clock = sandbox?.clock ?? wall;
  const reading = budget ?? rateLimiter.read(caller, category, enteredAt ?? clock.now());
  if (reading === undefined) return;
  if (!contract.isForeign) {
    headers['x-ratelimit-limit'] = String(reading.limit);
    headers['x-ratelimit-remaining'] = String(reading.remaining);
    headers['x-ratelimit-reset'] = String(Math.floor(clock.toWallTime(reading.resetAt) / 1000));
    return;
  }
  const response = operation && findResponse(operation, reply.status);
  for (const header of (response && describedIn(response)) ?? []) {
    const { name, pointer } = header;
    const fits = pointer === undefined ? undefined : createCompilers(contract, 'response').exact(pointer);
    const value = formsOf(header, reading, clock).find(
      (each) => fits === undefined || fits(each) || fits(String(each)),
    );
    if (value !== undefined) headers[name] = String(value);
  }
};

/** Links to the explanation of a refusal. A custom description may define `Link` headers of its own. */
const addExplanation = (headers: Record<string, string>, exchange: Settled, { explanationOf }: EngineParts): void => {
  const url = explanationOf?.(exchange);
  if (url === undefined) return;
  const own = `<${url}>; rel="explain"`;
  headers['link'] = headers['link'] === undefined ? own : `${headers['link']}, ${own}`;
};

/**
 * Responds to a read with 304 if the client already has the current representation. Applies only to reads whose
 * description has an `ETag`.
 */
export const checkIfNoneMatch: Finish = ({ request, reply }) => {
  const held = request.header('if-none-match');
  const { etag } = reply.headers;
  if (held === undefined || etag === undefined || !isRead(request) || reply.status !== 200) return undefined;
  const tags = parseEntityTags(held);
  if (tags === undefined || !matchesWeakly(tags, etag.replaceAll(/^W\/|"/g, ''))) return undefined;
  return { reply: { ...reply, status: 304, content: undefined } };
};

/** Passes the finished exchange to the journal and to the observer. Changes nothing. */
export const recordExchange = ({ clock, observer, journal, contract }: EngineParts): Finish => {
  const pathForLog = createPathForLog(contract);
  const scrub = createScrub(contract);
  return (exchange) => {
    const { id, traceId, request, operation, caller, reply, source, startedAt, refusal } = exchange;
    const endedAt = clock.elapsed();
    const path = pathForLog(exchange);
    try {
      journal.add(exchange, { path, endedAt });
    } catch (error) {
      // A failing observer must not affect the response.
      observer.failed(error, traceId);
    }
    observer.finished({
      id,
      traceId,
      method: request.method,
      path,
      operationId: operation?.id,
      clientId: caller?.clientId,
      status: reply.status,
      source,
      milliseconds: endedAt - startedAt,
      refusal: refusal === undefined ? undefined : { ...kindOf(refusal), reason: () => scrub(refusal.detail) },
    });
    return undefined;
  };
};

const kindOf = ({ type, extensions }: ProblemMembers) => {
  const quota = extensions?.['quota'] as Partial<Quota> | undefined;
  return quota === undefined ? { type } : { type, quota: quota.name };
};
