import { andThen } from '../../kernel/and-then.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Authenticated, Routed } from '../exchange/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

type Added = Pick<Authenticated, 'sandbox' | 'enteredAt'> & Partial<Pick<Routed, 'operation'>>;

const NOWHERE: Added = { sandbox: undefined, enteredAt: undefined };

/**
 * Finds the sandbox that the call works on and runs its due jobs, so that every call sees the state as of its own time;
 * adds the time on its clock. If the sandbox assumes another description, the operation is taken from that one. Never
 * ends a request.
 */
export const resolveSandbox = ({
  findSandbox,
  assumedIn,
  variants,
}: EngineParts): Stage<Routed & Pick<Authenticated, 'caller'>, Added> => {
  const step = (sandbox: Sandbox, { operation, request }: Routed): Added | Promise<Added> =>
    andThen(sandbox.catchUp(), () => {
      const enteredAt = request.enteredAt ?? sandbox.clock.now();
      const assumed = assumedIn(sandbox);
      return assumed.variant === ''
        ? { sandbox, enteredAt }
        : { sandbox, enteredAt, operation: variants.operationIn(assumed, operation) };
    });
  return {
    name: 'resolve-sandbox',
    run: (exchange) =>
      andThen(findSandbox(exchange, exchange.caller), (sandbox) =>
        sandbox === undefined ? NOWHERE : step(sandbox, exchange),
      ),
  };
};
