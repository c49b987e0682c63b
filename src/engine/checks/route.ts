import type { ApiRequest } from '../../kernel/http.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawTraceId, drawUuid } from '../../kernel/ids.ts';
import type { Contract } from '../contract/contract.ts';
import { problem } from '../problems/problem.ts';
import { suggestPath } from '../routing/router.ts';
import { type Check, type EngineParts, explained } from './engine-parts.ts';

/** The trace id of a W3C `traceparent`, so that clients find their own id in our problems. */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** Adds ids and the time of arrival. Never ends a request. */
export const openExchange = explained(
  {
    rule: 'Every response has a trace id.',
    passed: ({ receivedAt, traceId }) => `received at ${toIsoDateTime(receivedAt)}, trace id ${traceId}`,
  },
  ({ clock, random, tracing }: EngineParts): Check => {
    const ids = random.split('exchange-ids');
    return ({ request }) => {
      const parent = request.header('traceparent');
      const id = drawUuid(ids);
      const own = (parent === undefined ? undefined : TRACEPARENT.exec(parent)?.[1]) ?? drawTraceId(ids);
      return {
        id,
        // Drawn in any case: ids that follow from the seed must not depend on who follows the request.
        traceId: tracing === undefined ? own : (tracing.traceId() ?? own),
        receivedAt: clock.now(),
        startedAt: clock.elapsed(),
      };
    };
  },
);

/**
 * Finds the operation. Ends with 404 for an unknown path, 405 with `Allow` for a method that the path does not have,
 * 204 for OPTIONS, 501 for an operation that cannot be served because of its description. HEAD is handled like GET; the
 * edge drops the body.
 */
export const route = explained(
  {
    rule: 'Paths are relative to the base URL.',
    passed: ({ operation }) =>
      operation === undefined ? 'no operation' : `${operation.method} ${operation.path} is ${operation.id}`,
  },
  ({ router, contract }: EngineParts): Check => {
    const allowed = (path: string): string => {
      const methods = router.methodsOf(path);
      const extra = methods.includes('GET') && !methods.includes('HEAD') ? ['HEAD'] : [];
      return [...new Set([...methods, ...extra, 'OPTIONS'])].join(', ');
    };
    return ({ request }) => {
      const { method } = request;
      const path = withoutBase(request, contract);
      const found = router.find(method, path) ?? (method === 'HEAD' ? router.find('GET', path) : undefined);
      if (found !== undefined) {
        const { operation } = found;
        if (operation.unserved !== undefined)
          throw problem('not-served', { detail: `${operation.id} cannot be served: ${operation.unserved}` });
        return found;
      }
      if (router.methodsOf(path).length === 0)
        throw problem('not-found', {
          detail: `No operation has the path ${contract.basePath}${path}.${suggestPath(contract, { method, path })}`,
        });
      const headers = { allow: allowed(path) };
      if (method === 'OPTIONS') return { reply: { status: 204, headers }, source: 'engine' };
      throw problem('method-not-allowed', {
        detail: `This path does not support ${method}. It supports ${headers.allow}.`,
        headers,
      });
    };
  },
);

/** The path relative to the base path; "/v1" alone is its root. */
const withoutBase = ({ method, path }: ApiRequest, contract: Contract): string => {
  const { basePath } = contract;
  if (path !== basePath && !path.startsWith(`${basePath}/`))
    throw problem('not-found', {
      detail: `Unknown path ${path}: every path of this API starts with ${basePath}/.${suggestPath(contract, { method, path })}`,
    });
  checkEncoding(path);
  return path.slice(basePath.length) || '/';
};

const checkEncoding = (path: string): void => {
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw problem('malformed-request', {
      detail:
        'The path contains invalid percent-encoding: a percent sign must precede two hexadecimal digits of valid UTF-8.',
    });
  }
};
