import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Authenticated, Routed } from '../exchange/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';

type Added = Pick<Authenticated, 'caller'>;

/** Identifies the caller. Ends with 401 unauthorized; operations without security are public. */
export const authenticate = ({ authenticator }: EngineParts): Stage<Routed, Added> => ({
  name: 'authenticate',
  run: ({ request, operation }) => {
    if (operation.security.length === 0) return ANONYMOUS;
    const caller = authenticator.authenticate(request, operation);
    return caller instanceof Promise ? caller.then((found) => ({ caller: found })) : { caller };
  },
});

const ANONYMOUS: Added = { caller: undefined };
