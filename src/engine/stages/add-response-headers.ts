import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Settled } from '../exchange/exchange.ts';
import { findMeantPreference, mayPrefer } from '../responders/preference.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';

/** Adds response headers: the caller's rate-limit budget, the source of the response, and the ids of the exchange. */
export const addResponseHeaders = (parts: EngineParts): SettleStage => ({
  name: 'add-response-headers',
  run: (exchange) => {
    const { id, traceId, reply, source, caller } = exchange;
    const { clientPauses, pageHeaders } = parts;
    // Only consecutive 429 responses count: any other status starts again.
    if (caller !== undefined && reply.status !== 429) clientPauses.clear(caller.clientId);
    // The stub's own headers: exchange id, source of the response, and the trace id that problems carry.
    // A copy of one object is much cheaper than a merge of two, even if one of them is undefined.
    const headers: Record<string, string> =
      pageHeaders === undefined ? { ...reply.headers } : { ...pageHeaders, ...reply.headers };
    addBudget(headers, exchange, parts);
    headers['x-mock-request-id'] = id;
    headers['x-mock-source'] = source;
    headers['x-trace-id'] = traceId;
    const meant = mayPrefer(exchange.request) ? findMeantPreference(exchange.request) : undefined;
    if (meant !== undefined) headers['x-mock-did-you-mean'] = meant;
    if (reply.status >= 400) addExplanation(headers, exchange, parts);
    return { reply: { ...reply, headers }, source };
  },
});

/** Links to the explanation of a refusal. A custom description may define `Link` headers of its own. */
const addExplanation = (
  headers: Record<string, string>,
  exchange: Settled,
  { explanationOf }: Pick<EngineParts, 'explanationOf'>,
): void => {
  const url = explanationOf?.(exchange);
  if (url === undefined) return;
  const own = `<${url}>; rel="explain"`;
  headers['link'] = headers['link'] === undefined ? own : `${headers['link']}, ${own}`;
};

/**
 * The headers of every response to a known caller. Without a caller there is no budget to report, only its category.
 * Assumption: rate-limit-header-presence.
 */
const addBudget = (
  headers: Record<string, string>,
  { request, budget, caller, operation, sandbox, enteredAt }: Settled,
  { rateLimiter, categoryOf, clock: wall, assumedIn }: EngineParts,
): void => {
  const assumed = assumedIn(sandbox);
  if (budget === undefined && assumed.has('rate-limit-header-presence=counted-only')) return;
  const category = categoryOf(request, operation);
  if (category === undefined) return;
  headers['x-ratelimit-category'] = category;
  if (caller === undefined) return;
  // A request that ended before it was counted still reports the budget of its minute.
  const clock = sandbox?.clock ?? wall;
  const reading = budget ?? rateLimiter.read(caller, category, enteredAt ?? clock.now(), assumed);
  if (reading === undefined) return;
  headers['x-ratelimit-limit'] = String(reading.limit);
  headers['x-ratelimit-remaining'] = String(reading.remaining);
  headers['x-ratelimit-reset'] = String(Math.floor(clock.toWallTime(reading.resetAt) / 1000));
};
