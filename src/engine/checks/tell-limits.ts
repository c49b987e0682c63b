import { memoize } from '../../kernel/caches.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { findResponse, type ResponseDescription } from '../contract/contract.ts';
import { LIMIT_HEADER } from '../contract/usual-limit.ts';
import type { Settled } from '../exchange/exchange.ts';
import { type BudgetReading, WINDOW } from '../rate-limiting/rate-limiter.ts';
import type { SandboxClock } from '../sandbox/sandbox-clock.ts';
import { createCompilers } from '../validation/ajv.ts';
import type { EngineParts } from './engine-parts.ts';

export type LimitParts = Pick<EngineParts, 'contract' | 'rateLimiter' | 'categoryOf' | 'clock' | 'assumedIn'>;

interface LimitHeader {
  readonly name: string;
  /** What it tells. */
  readonly word: string;
  /** The schema that its form must fit, if it is described. */
  readonly pointer?: string | undefined;
}

/** Those of our own API, whatever a response describes. */
const OWN: readonly LimitHeader[] = ['limit', 'remaining', 'reset'].map((word) => ({
  name: `x-ratelimit-${word}`,
  word,
}));

const describedIn = memoize(({ headers }: ResponseDescription): readonly LimitHeader[] =>
  headers.flatMap(({ name, schema }) => {
    const [known, , word = ''] = LIMIT_HEADER.exec(name) ?? [];
    return known === undefined ? [] : [{ name, word, pointer: schema?.pointer }];
  }),
);

/** What a header tells of a budget, in the forms that are in use. */
const formsOf = (
  { name, word }: LimitHeader,
  { category, limit, remaining, resetAt }: BudgetReading,
  clock: SandboxClock,
): readonly (number | string)[] => {
  const left = () => Math.max(0, Math.ceil((resetAt - clock.now()) / 1000));
  switch (word) {
    case 'limit':
      return [limit];
    case 'remaining':
      return [remaining];
    case 'used':
      return [limit - remaining];
    case 'reset': {
      const at = clock.toWallTime(resetAt);
      const instants = [Math.floor(at / 1000), left(), toIsoDateTime(at)];
      // draft-ietf-httpapi-ratelimit-headers-06: RateLimit-Reset has seconds from now on; -10: RateLimit and RateLimit-Policy.
      return name.startsWith('x-') ? instants : [left(), ...instants];
    }
    case 'policy':
      return [`"${category}";q=${String(limit)};w=${String(WINDOW / 1000)}`];
    default:
      return [`"${category}";r=${String(remaining)};t=${String(left())}`];
  }
};

/**
 * The headers of every response to a known caller; of a third-party description, where the response describes them. Without a caller
 * there is no budget to report, only its category. Assumption: rate-limit-header-presence.
 */
export const addLimits = (
  headers: Record<string, string>,
  exchange: Settled,
  { contract, rateLimiter, categoryOf, clock: wall, assumedIn }: LimitParts,
): void => {
  const { request, budget, caller, operation, sandbox, enteredAt, reply } = exchange;
  const assumed = assumedIn(sandbox);
  if (budget === undefined && assumed.has('rate-limit-header-presence=counted-only')) return;
  const category = categoryOf(request, operation);
  if (category === undefined) return;
  if (!contract.isForeign) headers['x-ratelimit-category'] = category;
  if (caller === undefined) return;
  // A request that ended before it was counted still reports the budget of its minute.
  const clock = sandbox?.clock ?? wall;
  const reading = budget ?? rateLimiter.read(caller, category, enteredAt ?? clock.now(), assumed);
  if (reading === undefined) return;
  const response = contract.isForeign ? operation && findResponse(operation, reply.status) : undefined;
  for (const header of contract.isForeign ? ((response && describedIn(response)) ?? []) : OWN) {
    const { name, pointer } = header;
    const fits = pointer === undefined ? undefined : createCompilers(contract, 'response').exact(pointer);
    const value = formsOf(header, reading, clock).find(
      (each) => fits === undefined || fits(each) || fits(String(each)),
    );
    if (value !== undefined) headers[name] = String(value);
  }
};
