import { andThen } from '../../kernel/and-then.ts';
import type { Operation } from '../contract/contract.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Authenticated, Routed } from '../exchange/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

type Added = Pick<Authenticated, 'sandbox'> & Partial<Pick<Routed, 'operation'>>;

const NOWHERE: Added = { sandbox: undefined };

/**
 * Finds the sandbox that the call works on and runs its due jobs, so that every call sees the state as of its own time.
 * If the sandbox assumes another description, the operation is taken from that one. Never ends a request.
 */
export const resolveSandbox = ({
  findSandbox,
  assumedIn,
  variants,
}: EngineParts): Stage<Routed & Pick<Authenticated, 'caller'>, Added> => {
  const step = (sandbox: Sandbox, operation: Operation): Added | Promise<Added> =>
    andThen(sandbox.catchUp(), () => added(sandbox, operation));
  const added = (sandbox: Sandbox, operation: Operation): Added => {
    const assumed = assumedIn(sandbox);
    return assumed.variant === '' ? { sandbox } : { sandbox, operation: variants.operationIn(assumed, operation) };
  };
  return {
    name: 'resolve-sandbox',
    run: (exchange) =>
      andThen(findSandbox(exchange, exchange.caller), (sandbox) =>
        sandbox === undefined ? NOWHERE : step(sandbox, exchange.operation),
      ),
  };
};
