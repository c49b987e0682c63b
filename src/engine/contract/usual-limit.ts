import type { Contract } from './contract.ts';

/** The tier of whoever has none that is described, and the category of operations that describe a limit without one. */
export const USUAL = 'default';

/** Also the spelling `X-Rate-Limit-Limit`. */
export const LIMIT_HEADER = /^(x-)?rate-?limit(?:-(limit|remaining|used|reset|policy))?$/;

/** Requests per minute of a sandbox: more than tests send. The extensions say what is meant. */
const MOST_USUALLY = 1_000_000;

/** A third-party description whose operations have a limit where they declare 429 or a header that tells of one. */
export const withUsualLimit = (contract: Contract): Contract => {
  const { operations, rateLimits } = contract;
  const [first = new Map([[USUAL, MOST_USUALLY]])] = rateLimits.tiers.values();
  return {
    ...contract,
    operations: operations.map((operation) => {
      const isLimited = operation.responses.some(
        ({ status, headers }) => status === '429' || headers.some(({ name }) => LIMIT_HEADER.test(name)),
      );
      return isLimited ? { ...operation, rateLimitCategory: operation.rateLimitCategory ?? USUAL } : operation;
    }),
    // No sandbox has a tier of a third-party description: all have the first one.
    rateLimits: { ...rateLimits, tiers: new Map([...rateLimits.tiers, [USUAL, first]]) },
  };
};
