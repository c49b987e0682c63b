import { toIsoDateTime } from '../../kernel/clock.ts';
import { type Contract, findResponse } from '../contract/contract.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { SandboxClock } from '../sandbox/sandbox-clock.ts';
import type { CompileAt } from '../validation/ajv.ts';
import { type BudgetReading, type Payer, WINDOW } from './rate-limiter.ts';

/** Also the spelling `X-Rate-Limit-Limit`. */
const LIMIT_HEADER = /^(x-)?rate-?limit(?:-(limit|remaining|used|reset|policy))?$/;

/** Of operations that describe a limit, but name no category. */
const USUAL = 'default';

/** Requests per minute of a sandbox: more than tests send. The extensions say what is meant. */
const MOST_USUALLY = 1_000_000;

/** A third-party description whose operations have a limit where they declare 429 or a header that tells of one. */
export const withUsualLimit = (contract: Contract): Contract => {
  const { operations, rateLimits } = contract;
  const tiers = rateLimits.tiers.size > 0 ? rateLimits.tiers : new Map([[USUAL, new Map<string, number>()]]);
  return {
    ...contract,
    operations: operations.map((operation) => {
      const isLimited = operation.responses.some(
        ({ status, headers }) => status === '429' || headers.some(({ name }) => LIMIT_HEADER.test(name)),
      );
      return isLimited ? { ...operation, rateLimitCategory: operation.rateLimitCategory ?? USUAL } : operation;
    }),
    rateLimits: {
      ...rateLimits,
      tiers: new Map([...tiers].map(([tier, limits]) => [tier, new Map([[USUAL, MOST_USUALLY], ...limits])])),
    },
  };
};

/** Whose budget a call uses. Where no clients are known, a public call uses that of its sandbox. */
export const payerOf = (
  { caller, sandbox }: Pick<Settled, 'caller' | 'sandbox'>,
  { isForeign }: Pick<Contract, 'isForeign'>,
): Payer | undefined => {
  if (caller !== undefined || sandbox === undefined || !isForeign) return caller;
  const { id, organization } = sandbox;
  return { clientId: id, organization: { uuid: organization, rateLimitTier: USUAL, administratorEmail: '' } };
};

/** The headers that tell of a budget, where the response describes them, in the form that they are described in. */
export const tellLimits = (
  { operation, reply }: Settled,
  { category, limit, remaining, resetAt }: BudgetReading,
  { clock, compileAt }: { readonly clock: SandboxClock; readonly compileAt: CompileAt },
): Record<string, string> => {
  const left = Math.max(0, Math.ceil((resetAt - clock.now()) / 1000));
  const at = clock.toWallTime(resetAt);
  const instants = [Math.floor(at / 1000), left, toIsoDateTime(at)];
  const told: Record<string, string> = {};
  for (const { name, schema } of (operation && findResponse(operation, reply.status)?.headers) ?? []) {
    const [known, isOwn, word = ''] = LIMIT_HEADER.exec(name) ?? [];
    if (known === undefined) continue;
    // draft-ietf-httpapi-ratelimit-headers-06, 2.3: RateLimit-Reset has seconds from now on. -10, 3 and 4: the other two.
    const values: Readonly<Record<string, readonly (number | string)[]>> = {
      limit: [limit],
      remaining: [remaining],
      used: [limit - remaining],
      reset: isOwn === undefined ? [left, ...instants] : instants,
      policy: [`"${category}";q=${String(limit)};w=${String(WINDOW / 1000)}`],
      '': [`"${category}";r=${String(remaining)};t=${String(left)}`],
    };
    const fits = schema === undefined ? () => true : compileAt(schema.pointer);
    const value = values[word]?.find((each) => fits(each) || fits(String(each)));
    if (value !== undefined) told[name] = String(value);
  }
  return told;
};
