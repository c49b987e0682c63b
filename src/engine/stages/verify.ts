import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';
import { findResponse } from '../contract/find-response.ts';
import { SchemaError } from '../validation/ajv.ts';

/**
 * Holds our own answer against the description. A breach is a bug of ours: it is reported to the observer, which a test
 * turns into a failure; the client still gets its answer. A refusal by a gate is outside a description that does not
 * mention its status (405 in ours, all of them in a foreign one). A schema that does not compile refuses nothing: it is
 * among the findings, and the answer was made without it.
 */
export const verify = ({ replyValidator, observer }: EngineParts): SettleStage => ({
  name: 'verify',
  run: ({ operation, reply, source, traceId, refusal }) => {
    if (operation === undefined || operation.unserved !== undefined) return undefined;
    const isGate = source === 'engine' || refusal?.type === 'about:blank';
    if (isGate && findResponse(operation, reply.status) === undefined) return undefined;
    const reasons = reasonsAgainst(() => replyValidator(operation)(reply));
    if (reasons.length > 0)
      observer.breached({ operationId: operation.id, status: reply.status, source, reasons, traceId });
    return undefined;
  },
});

const reasonsAgainst = (check: () => readonly string[]): readonly string[] => {
  try {
    return check();
  } catch (error) {
    if (error instanceof SchemaError) return [];
    throw error;
  }
};
