import { andThen } from '../../kernel/and-then.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Authenticated, Routed } from '../exchange/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';

type Added = Pick<Authenticated, 'caller'>;

/** Identifies the caller. Ends with 401 unauthorized; operations without security are public, and end with 429. */
export const authenticate = ({
  authenticator,
  admitStranger,
}: Pick<EngineParts, 'authenticator' | 'admitStranger'>): Stage<Routed, Added> => ({
  name: 'authenticate',
  run: ({ request, operation }) => {
    if (operation.security.length === 0)
      return admitStranger === undefined ? ANONYMOUS : andThen(admitStranger(request), () => ANONYMOUS);
    return andThen(authenticator.authenticate(request, operation), (caller) => ({ caller }));
  },
});

const ANONYMOUS: Added = { caller: undefined };
