import type { ProblemMembers } from '../../kernel/problem.ts';
import type { Settled } from '../exchange/exchange.ts';
import { createPathForLog, createScrub } from '../journal/secrets.ts';
import type { Refusal } from '../ports/ports.ts';
import { matchesWeakly, parseEntityTags } from '../preconditions/if-match.ts';
import type { QuotaUse } from '../problems/refusals.ts';
import { findMeantPreference, mayPrefer } from '../responders/preference.ts';
import type { EngineParts, Finish } from './engine-parts.ts';
import { addLimits, type LimitParts } from './tell-limits.ts';

type HeaderParts = LimitParts & Pick<EngineParts, 'clientPauses' | 'pageHeaders' | 'explanationOf'>;

/** Adds response headers: the caller's rate-limit budget, the source of the response, and the ids of the exchange. */
export const addResponseHeaders =
  (parts: HeaderParts): Finish =>
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
 * Responds to a read with 304 if the client already has the current representation. Applies only to reads whose
 * description has an `ETag`.
 */
export const checkIfNoneMatch =
  ({ assumedIn }: Pick<EngineParts, 'assumedIn'>): Finish =>
  ({ request, reply, sandbox }) => {
    const held = request.header('if-none-match');
    const { etag } = reply.headers;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (held === undefined || etag === undefined || !isRead || reply.status !== 200) return undefined;
    if (assumedIn(sandbox).has('conditional-reads=ignored')) return undefined;
    const tags = parseEntityTags(held);
    if (tags === undefined || !matchesWeakly(tags, etag.replaceAll(/^W\/|"/g, ''))) return undefined;
    return { reply: { ...reply, status: 304, content: undefined } };
  };

/** Passes the finished exchange to the journal and to the observer. Changes nothing. */
export const recordExchange = ({
  clock,
  observer,
  journal,
  contract,
}: Pick<EngineParts, 'clock' | 'observer' | 'journal' | 'contract'>): Finish => {
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

const kindOf = ({ type, extensions }: ProblemMembers): Omit<Refusal, 'reason'> => {
  const quota = extensions?.['quota'] as Partial<QuotaUse> | undefined;
  return quota === undefined ? { type } : { type, quota: quota.name };
};
