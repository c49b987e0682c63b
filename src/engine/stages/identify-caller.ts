import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Recognized, SettleStage } from '../pipeline/pipeline.ts';

/**
 * Identifies the caller of a request that ended before authentication, for the rate-limit headers and the
 * journal. An invalid token does not change the response.
 */
export const identifyCaller = ({ authenticator, findSandbox }: EngineParts): SettleStage => ({
  name: 'identify-caller',
  run: ({ request, operation }) => {
    if (operation !== undefined || authenticator.recognize === undefined) return undefined;
    return authenticator.recognize(request).then(async (caller): Promise<Recognized | undefined> => {
      if (caller === undefined) return undefined;
      const sandbox = await findSandbox({ pathParameters: NONE }, caller);
      return { caller, sandbox, enteredAt: request.enteredAt ?? sandbox?.clock.now() };
    });
  },
});

const NONE = {};
