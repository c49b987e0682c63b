import type { Operation } from '../contract/contract.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';
import { findResponse } from '../contract/find-response.ts';
import { isListed } from '../problems/catalogue.ts';
import { SchemaError } from '../validation/schema-error.ts';

/** Sampling: for each operation and status, the first `BEGINNING` responses are validated, then one in `ONE_IN`. */
const BEGINNING = 100;
const ONE_IN = 16;

/** Bytes above which a body is not validated: it would keep all other requests waiting. */
const LARGE = 1_048_576;

/** Counts the responses of each operation and status. */
const createCount = (): ((operation: Operation, status: number) => number) => {
  const counts = new WeakMap<Operation, Map<number, number>>();
  return (operation, status) => {
    let own = counts.get(operation);
    if (own === undefined) counts.set(operation, (own = new Map<number, number>()));
    const count = (own.get(status) ?? 0) + 1;
    own.set(status, count);
    return count;
  };
};

/** Sampling is enough, since our bugs repeat: most are found in the first responses, the others soon after. */
const isInSample = (count: number): boolean => count <= BEGINNING || count % ONE_IN === 0;

const everyOne = (): boolean => true;

/**
 * Validates our own response against the description. A violation is a bug of ours: it is reported to the observer, and
 * fails a test; the client still gets the response. A refusal before the responders is not checked if the description
 * does not document its status (405 in ours, all of them in a custom one). A schema that does not compile rejects
 * nothing: it is among the findings, and the response was made without it. The first response of each kind is validated
 * in a later turn of the event loop, because compiling its schema may take as long as the request did.
 */
export const verifyResponse = ({
  replyValidator,
  observer,
  checksAnswers,
  assumedIn,
  variants,
  nextTurn,
}: EngineParts): SettleStage => {
  const isLookedAt = checksAnswers === 'all' ? everyOne : isInSample;
  const countOf = createCount();
  /** Requests outside any sandbox have not been switched to another description by `resolve-sandbox`. */
  const outside = (operation: Operation): Operation => {
    const assumed = assumedIn(undefined);
    return assumed.variant === '' ? operation : variants.operationIn(assumed, operation);
  };
  const verify = ({ reply, source, traceId }: Settled, operation: Operation): void => {
    const reasons = reasonsAgainst(() => replyValidator(operation)(reply));
    if (reasons.length > 0)
      observer.breached({ operationId: operation.id, status: reply.status, source, reasons, traceId });
  };
  return {
    name: 'verify-response',
    run: (exchange) => {
      const { operation: found, reply, source, refusal, sandbox } = exchange;
      const operation = sandbox === undefined && found !== undefined ? outside(found) : found;
      if (operation === undefined || operation.unserved !== undefined) return undefined;
      const count = countOf(operation, reply.status);
      if (!isLookedAt(count)) return undefined;
      if (reply.content !== undefined && reply.content.byteLength > LARGE) return undefined;
      const isGate = source === 'engine' || (refusal !== undefined && !isListed(refusal.type));
      if (isGate && findResponse(operation, reply.status) === undefined) return undefined;
      if (count === 1)
        return new Promise<void>(nextTurn).then(() => {
          verify(exchange, operation);
          return undefined;
        });
      verify(exchange, operation);
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
