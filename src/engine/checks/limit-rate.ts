import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { Routed } from '../exchange/exchange.ts';
import type { Caller } from '../ports/ports.ts';
import { problem } from '../problems/problem.ts';
import type { BudgetReading } from '../rate-limiting/rate-limiter.ts';
import { type EngineParts, explained } from './engine-parts.ts';

/**
 * Charges the request to the rate-limit budget of the caller's organization. Ends with 429 rate-limited and
 * `Retry-After`, also for a paused client; the circuit breaker pauses a client after a number of consecutive 429
 * responses.
 */
export const limitRate = explained(
  {
    rule: 'Requests are counted per organization, category and minute.',
    passed: ({ budget, idempotency }) => {
      if (idempotency?.kind === 'replay') return 'a replay uses no budget';
      if (budget === undefined) return 'no budget applies';
      const { remaining, limit, category, resetAt } = budget;
      return `${remaining} of ${limit} ${category} requests left until ${toIsoDateTime(resetAt)}`;
    },
  },
  ({ clock, rateLimiter, clientPauses, mailer, categoryOf, assumedIn, refuseSlowly }: EngineParts) => {
    const refuse = ({ clientId, organization }: Caller, refusal: Problem): Promise<never> => {
      if (refuseSlowly === undefined) throw refusal;
      return refuseSlowly(organization?.uuid ?? clientId, refusal);
    };

    const notifyAdministrator = ({ clientId, organization }: Caller, now: number): void => {
      if (organization === undefined) return;
      const { strikes, pause } = clientPauses.breaker;
      mailer.send({
        organization: organization.uuid,
        to: organization.administratorEmail,
        subject: `API client ${clientId} is paused for ${pause / 60_000} minutes`,
        text: `${strikes} consecutive requests of the API client ${clientId} exceeded the rate limit. The client is paused until ${new Date(now + pause).toISOString()}; other clients of your organization continue.`,
        sentAt: now,
      });
    };

    return ({ request, operation, caller, idempotency, sandbox, enteredAt }: Routed) => {
      if (caller === undefined || request.usesNoBudget === true) return undefined;
      const category = categoryOf(request, operation);
      if (category === undefined) return undefined;
      const now = enteredAt ?? clock.now();
      const until = clientPauses.pausedUntil(caller.clientId, now);
      if (until !== undefined)
        return refuse(
          caller,
          paused(
            caller,
            { seconds: secondsUntil(until, now), strikes: clientPauses.breaker.strikes },
            assumedIn(sandbox).has('client-pause=forbidden') ? 'forbidden' : 'rate-limited',
          ),
        );
      // A replay uses no budget.
      if (idempotency?.found.kind === 'replay') return undefined;
      const budget = rateLimiter.take(caller, category, now);
      if (budget === undefined) return undefined;
      if (budget.allowed) return { budget };
      if (clientPauses.strike(caller.clientId, now)) notifyAdministrator(caller, now);
      return refuse(caller, exceeded(budget, now));
    };
  },
);

const secondsUntil = (instant: number, now: number): string => String(Math.max(1, Math.ceil((instant - now) / 1000)));

const exceeded = ({ category, limit: allowed, burst, resetAt }: BudgetReading, now: number): Problem => {
  const seconds = secondsUntil(resetAt, now);
  return problem('rate-limited', {
    detail: `The ${category} budget of ${allowed} requests per minute${burst > 0 ? ' and its burst are' : ' is'} used up. Retry in ${seconds} seconds.`,
    headers: { 'retry-after': seconds },
  });
};

/** Refusals during the pause do not extend it. Assumption: client-pause. */
const paused = (
  { clientId }: Caller,
  { seconds, strikes }: { readonly seconds: string; readonly strikes: number },
  type: 'rate-limited' | 'forbidden',
): Problem =>
  problem(type, {
    detail: `The client ${clientId} is paused after ${strikes} consecutive 429 responses; other clients of the organization are not affected. Retry in ${seconds} seconds.`,
    headers: { 'retry-after': seconds },
  });
