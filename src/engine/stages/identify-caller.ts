import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Recognized, SettleStage } from '../pipeline/pipeline.ts';

/**
 * "Every response carries X-RateLimit-Limit, ...": a request that is no operation ended before anybody asked who calls.
 * It is asked here, for the headers and the journal alone: a token that is no good leaves the answer as it is.
 */
export const identifyCaller = ({ authenticator, findSandbox }: EngineParts): SettleStage => ({
  name: 'identify-caller',
  run: ({ request, operation }) => {
    if (operation !== undefined || authenticator.recognize === undefined) return undefined;
    return authenticator
      .recognize(request)
      .then(
        async (caller): Promise<Recognized | undefined> =>
          caller && { caller, sandbox: await findSandbox({ pathParameters: NONE }, caller) },
      );
  },
});

const NONE = {};
