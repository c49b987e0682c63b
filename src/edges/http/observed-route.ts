import { toStorageProblem } from '../../engine/sandbox/storage-problem.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RETRY_SOON, type Reply, RequestAborted, ServerBusy, jsonContent } from '../../kernel/http.ts';
import { drawTraceId, drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { Problem } from '../../kernel/problem.ts';
import { renderProblem } from '../../engine/problems/render-problem.ts';
import type { Handle } from './dispatcher.ts';

/** What a route outside the engine needs for logging. */
export interface RouteWatch {
  readonly observer: Observer;
  readonly clock: Clock;
  readonly random: Random;
  /** Prefix of problem type URIs. */
  readonly problemBase: () => string;
}

/**
 * Assigns ids to each exchange of a route outside the engine, logs it, renders a problem that the route throws, and hides
 * internal errors from the client.
 */
export const observed = (
  handle: Handle,
  source: string,
  { observer, clock, random, problemBase }: RouteWatch,
  pathForLog = (path: string): string => path,
): Handle => {
  const ids = random.split(source);
  return async (request) => {
    const startedAt = clock.elapsed();
    const id = drawUuid(ids);
    const drawn = drawTraceId(ids);
    const reply = await handle(request).catch((error: unknown): Reply => {
      if (error instanceof RequestAborted) return { status: 408, headers: {} };
      if (error instanceof ServerBusy)
        return { status: 503, headers: RETRY_SOON, content: jsonContent({ error: 'temporarily_unavailable' }) };
      if (error instanceof Problem)
        return renderProblem(error.members, { problemBase: problemBase(), instance: request.path, traceId: drawn });
      observer.failed(error, drawn);
      const unstored = toStorageProblem(error)?.members;
      if (unstored !== undefined)
        return {
          status: unstored.status,
          headers: unstored.headers ?? {},
          content: jsonContent({ error: 'temporarily_unavailable', error_description: unstored.detail }),
        };
      return { status: 500, headers: {}, content: jsonContent({ error: 'server_error' }) };
    });
    const traceId = reply.headers['x-trace-id'] ?? drawn;
    const { method, path } = request;
    const { status } = reply;
    const milliseconds = clock.elapsed() - startedAt;
    observer.finished({
      id,
      traceId,
      method,
      path: pathForLog(path),
      operationId: undefined,
      clientId: undefined,
      status,
      source,
      milliseconds,
    });
    return {
      ...reply,
      headers: { ...reply.headers, 'x-mock-request-id': id, 'x-mock-source': source, 'x-trace-id': traceId },
    };
  };
};
