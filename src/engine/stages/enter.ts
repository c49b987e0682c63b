import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Authenticated, Routed } from '../pipeline/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

type Added = Pick<Authenticated, 'sandbox'>;

const NOWHERE: Added = { sandbox: undefined };

/**
 * Enters the sandbox that the call works on, and lets happen there what is due by now, so that every call sees the world
 * as of its own time. Never ends it.
 */
export const enter = ({ findSandbox }: EngineParts): Stage<Routed & Pick<Authenticated, 'caller'>, Added> => ({
  name: 'enter',
  run: (exchange) => {
    const found = findSandbox(exchange, exchange.caller);
    if (found === undefined) return NOWHERE;
    return found instanceof Promise
      ? found.then((sandbox) => (sandbox === undefined ? NOWHERE : step(sandbox)))
      : step(found);
  },
});

const step = (sandbox: Sandbox): Added | Promise<Added> => {
  const work = sandbox.catchUp();
  return work === undefined ? { sandbox } : work.then(() => ({ sandbox }));
};
