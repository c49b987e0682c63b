import type { Operation } from '../contract/contract.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';
import { findResponse } from '../contract/find-response.ts';
import { isListed } from '../problems/catalogue.ts';
import { SchemaError } from '../validation/ajv.ts';

/** Of each operation and status all of so many are looked at, and from there on one in so many. */
const BEGINNING = 100;
const ONE_IN = 16;

/** A bug of ours shows again: most of what can be found is found in the first answers, and the rest soon. */
const createSample = (): ((operation: Operation, status: number) => boolean) => {
  const counts = new WeakMap<Operation, Map<number, number>>();
  return (operation, status) => {
    let own = counts.get(operation);
    if (own === undefined) counts.set(operation, (own = new Map<number, number>()));
    const count = (own.get(status) ?? 0) + 1;
    own.set(status, count);
    return count <= BEGINNING || count % ONE_IN === 0;
  };
};

const everyOne = (): boolean => true;

/**
 * Holds our own answer against the description. A breach is a bug of ours: it is reported to the observer, which a test
 * turns into a failure; the client still gets its answer. A refusal by a gate is outside a description that does not
 * mention its status (405 in ours, all of them in a foreign one). A schema that does not compile refuses nothing: it is
 * among the findings, and the answer was made without it.
 */
export const verifyResponse = ({
  replyValidator,
  observer,
  checksAnswers,
  assumedIn,
  variants,
}: EngineParts): SettleStage => {
  const isLookedAt = checksAnswers === 'all' ? everyOne : createSample();
  /** Who never came into a sandbox was not shown another description on the way in. */
  const outside = (operation: Operation): Operation => {
    const assumed = assumedIn(undefined);
    return assumed.variant === '' ? operation : variants.operationIn(assumed, operation);
  };
  return {
    name: 'verify-response',
    run: ({ operation: found, reply, source, traceId, refusal, sandbox }) => {
      const operation = sandbox === undefined && found !== undefined ? outside(found) : found;
      if (operation === undefined || operation.unserved !== undefined) return undefined;
      if (!isLookedAt(operation, reply.status)) return undefined;
      const isGate = source === 'engine' || (refusal !== undefined && !isListed(refusal.type));
      if (isGate && findResponse(operation, reply.status) === undefined) return undefined;
      const reasons = reasonsAgainst(() => replyValidator(operation)(reply));
      if (reasons.length > 0)
        observer.breached({ operationId: operation.id, status: reply.status, source, reasons, traceId });
      return undefined;
    },
  };
};

const reasonsAgainst = (check: () => readonly string[]): readonly string[] => {
  try {
    return check();
  } catch (error) {
    if (error instanceof SchemaError) return [];
    throw error;
  }
};
