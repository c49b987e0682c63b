import type { EngineParts } from '../pipeline/engine-parts.ts';
import { createPathForLog, createScrub } from '../journal/secrets.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';
import type { Refusal } from '../ports/ports.ts';
import type { QuotaUse } from '../problems/quota-problem.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';

/** Passes the finished exchange to the journal and to the observer. Changes nothing. */
export const recordExchange = ({ clock, observer, journal, contract }: EngineParts): SettleStage => {
  const pathForLog = createPathForLog(contract);
  const scrub = createScrub(contract);
  const run: SettleStage['run'] = (exchange) => {
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
  return { name: 'record-exchange', run };
};

const kindOf = ({ type, extensions }: ProblemMembers): Omit<Refusal, 'reason'> => {
  const quota = extensions?.['quota'] as Partial<QuotaUse> | undefined;
  return quota === undefined ? { type } : { type, quota: quota.name };
};
