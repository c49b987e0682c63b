import type { EngineParts } from '../pipeline/engine-parts.ts';
import { pathForLog } from '../journal/path-for-log.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';

/** Hands the finished exchange to the journal and to the observer. Changes nothing. */
export const report = ({ clock, observer, journal }: EngineParts): SettleStage => ({
  name: 'report',
  run: (exchange) => {
    journal.add(exchange);
    const { id, traceId, request, operation, caller, reply, source, startedAt } = exchange;
    observer.finished({
      id,
      traceId,
      method: request.method,
      path: pathForLog(exchange),
      operationId: operation?.id,
      clientId: caller?.clientId,
      status: reply.status,
      source,
      milliseconds: clock.elapsed() - startedAt,
    });
    return undefined;
  },
});
