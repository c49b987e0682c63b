import { memoize } from '../../kernel/caches.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type Contract, findResponse, type ResponseDescription } from '../contract/contract.ts';
import { LIMIT_HEADER } from '../contract/usual-limit.ts';
import type { Settled } from '../exchange/exchange.ts';
import { type BudgetReading, WINDOW } from '../rate-limiting/rate-limiter.ts';
import type { SandboxClock } from '../sandbox/sandbox-clock.ts';
import { createCompilers } from '../validation/ajv.ts';

const limitHeadersIn = memoize(({ headers }: ResponseDescription) =>
  headers.flatMap(({ name, schema }) => {
    const [known, isOwn, word = ''] = LIMIT_HEADER.exec(name) ?? [];
    return known === undefined ? [] : [{ name, isOwn, word, pointer: schema?.pointer }];
  }),
);

/** The headers that tell of a budget, where the response describes them, in the form that they are described in. */
export const tellLimits = (
  { operation, reply }: Settled,
  { category, limit, remaining, resetAt }: BudgetReading,
  clock: SandboxClock,
  contract: Contract,
): Record<string, string> => {
  const response = operation && findResponse(operation, reply.status);
  const left = Math.max(0, Math.ceil((resetAt - clock.now()) / 1000));
  const at = clock.toWallTime(resetAt);
  const instants = [Math.floor(at / 1000), left, toIsoDateTime(at)];
  const told: Record<string, string> = {};
  for (const { name, isOwn, word, pointer } of response === undefined ? [] : limitHeadersIn(response)) {
    // draft-ietf-httpapi-ratelimit-headers-06: RateLimit-Reset has seconds from now on; -10: RateLimit and RateLimit-Policy.
    const values: Readonly<Record<string, readonly (number | string)[]>> = {
      limit: [limit],
      remaining: [remaining],
      used: [limit - remaining],
      reset: isOwn === undefined ? [left, ...instants] : instants,
      policy: [`"${category}";q=${String(limit)};w=${String(WINDOW / 1000)}`],
      '': [`"${category}";r=${String(remaining)};t=${String(left)}`],
    };
    const fits = pointer === undefined ? () => true : createCompilers(contract, 'response').exact(pointer);
    const value = values[word]?.find((each) => fits(each) || fits(String(each)));
    if (value !== undefined) told[name] = String(value);
  }
  return told;
};
