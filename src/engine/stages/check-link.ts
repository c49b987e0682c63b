import { andThen } from '../../kernel/and-then.ts';
import type { Authenticated } from '../exchange/exchange.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import { mayPrefer } from '../responders/preference.ts';
import { unknownLink } from '../sandbox/unknown-link.ts';

/**
 * Ends a public call with 404 before its body is read if its link is unknown: strangers send such calls. Calls that a
 * scenario or a `Prefer` header may answer pass.
 */
export const checkLink = ({ knowsLink }: Pick<EngineParts, 'knowsLink'>): Stage<Authenticated, object> => ({
  name: 'check-link',
  run: ({ request, operation, pathParameters, sandbox, scripting }) => {
    if (operation.security.length > 0 || operation.requestBody === undefined || knowsLink === undefined) return NOTHING;
    if (scripting !== undefined || mayPrefer(request)) return NOTHING;
    if (sandbox === undefined) throw unknownLink();
    return andThen(knowsLink(sandbox, pathParameters), (isKnown) => {
      if (!isKnown) throw unknownLink();
      return NOTHING;
    });
  },
});

const NOTHING = {};
