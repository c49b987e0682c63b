import { memoize } from '../../kernel/caches.ts';
import { findResponse, type Operation } from '../contract/contract.ts';
import type { Settled } from '../exchange/exchange.ts';
import { isListed } from '../problems/problem.ts';
import { compileInTurns } from '../validation/compile-in-turns.ts';
import { compiledOr } from '../validation/lazy-references.ts';
import type { EngineParts, Finish } from './engine-parts.ts';

/** Sampling: for each operation and status, the first `BEGINNING` responses are validated, then one in `ONE_IN`. */
const BEGINNING = 100;
const ONE_IN = 16;

/** Sampling is enough, since our bugs repeat: most are found in the first responses, the others soon after. */
const isInSample = (count: number): boolean => count <= BEGINNING || count % ONE_IN === 0;

const everyOne = (): boolean => true;

/**
 * Validates our own response against the description. A violation is a bug of ours: it is reported to the observer, and
 * fails a test; the client still gets the response. A refusal before the responders is not checked if the description
 * does not document its status (405 in ours, all of them in a custom one). A schema that does not compile rejects
 * nothing: it is among the findings, and the response was made without it. The first response of each kind is validated
 * in a later turn of the event loop, because compiling its schema may take as long as the request did. Responses that a
 * scenario broke on purpose are left alone, as are their idempotent replays.
 */
export const verifyResponse = ({
  contract,
  replyValidator,
  observer,
  checksAnswers,
  assumedIn,
  variants,
  nextTurn,
}: EngineParts): Finish => {
  const isLookedAt = checksAnswers === 'some' ? isInSample : everyOne;
  const countsOf = memoize((_operation: Operation) => new Map<number, number>());
  const countOf = (operation: Operation, status: number): number => {
    const counts = countsOf(operation);
    const count = (counts.get(status) ?? 0) + 1;
    counts.set(status, count);
    return count;
  };
  /** Requests outside any sandbox have not been switched to another description by `resolve-sandbox`. */
  const outside = (operation: Operation): Operation => {
    const assumed = assumedIn(undefined);
    return assumed.variant === '' ? operation : variants.operationIn(assumed, operation);
  };
  const verify = ({ reply, source, traceId }: Settled, operation: Operation) =>
    compileInTurns(() => {
      const reasons = compiledOr<readonly string[]>([], () => replyValidator(operation)(reply));
      if (reasons.length > 0)
        observer.breached({ operationId: operation.id, status: reply.status, source, reasons, traceId });
      return undefined;
    });
  return (exchange) => {
    const { operation: found, reply, source, refusal, sandbox, idempotency } = exchange;
    if (exchange.isOffContract === true || (source === 'scenario' && idempotency?.found.kind === 'replay'))
      return undefined;
    const operation = sandbox === undefined && found !== undefined ? outside(found) : found;
    if (operation === undefined || operation.unserved !== undefined) return undefined;
    const count = countOf(operation, reply.status);
    if (!isLookedAt(count)) return undefined;
    const isUnlisted = contract.isForeign ? reply.status >= 300 : refusal !== undefined && !isListed(refusal.type);
    const isGate = source === 'engine' || isUnlisted;
    if (isGate && findResponse(operation, reply.status) === undefined) return undefined;
    return count === 1
      ? new Promise<void>(nextTurn).then(() => verify(exchange, operation))
      : verify(exchange, operation);
  };
};
