import { andThen } from '../../kernel/and-then.ts';
import type { Authenticated } from '../exchange/exchange.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import { mayPrefer } from '../responders/preference.ts';
import { unknownLink } from '../sandbox/unknown-link.ts';

/**
 * Ends a public call with 404 before its body is read if its link is unknown: strangers send such calls. Calls that a
 * scenario may answer pass, and those with a `Prefer` header unless it needs a link too.
 */
export const checkLink = ({
  knowsLink,
  preferNeedsLink,
}: Pick<EngineParts, 'knowsLink' | 'preferNeedsLink'>): Stage<Authenticated, object> => ({
  name: 'check-link',
  run: ({ request, operation, pathParameters, sandbox, scripting }) => {
    if (operation.security.length > 0 || operation.requestBody === undefined || knowsLink === undefined) return NOTHING;
    if (scripting !== undefined || (preferNeedsLink !== true && mayPrefer(request))) return NOTHING;
    if (sandbox === undefined) throw unknownLink();
    return andThen(knowsLink(sandbox, pathParameters), (isKnown) => {
      if (!isKnown) throw unknownLink();
      return NOTHING;
    });
  },
});

const NOTHING = {};
