import type { EngineParts } from '../pipeline/engine-parts.ts';
import { pathForLog } from '../journal/path-for-log.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';

/** Hands the finished exchange to the journal and to the observer. Changes nothing. */
export const report = ({ clock, observer, journal }: EngineParts): SettleStage => ({
  name: 'report',
  run: (exchange) => {
    const { id, traceId, request, operation, caller, reply, source, startedAt } = exchange;
    const endedAt = clock.elapsed();
    try {
      journal.add(exchange, endedAt);
    } catch (error) {
      // Whoever looks on must not spoil the answer.
      observer.failed(error, traceId);
    }
    observer.finished({
      id,
      traceId,
      method: request.method,
      path: pathForLog(exchange),
      operationId: operation?.id,
      clientId: caller?.clientId,
      status: reply.status,
      source,
      milliseconds: endedAt - startedAt,
    });
    return undefined;
  },
});
