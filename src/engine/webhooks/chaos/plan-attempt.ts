import { toIsoDateTime } from '../../../kernel/clock.ts';
import { parseDuration } from '../../../kernel/duration.ts';
import { createRandom } from '../../../kernel/random.ts';
import type { DeliveryRule } from '../model/delivery-rule.ts';
import type { DeliveryRecord, Attempt } from '../model/delivery.ts';
import type { Throttle } from '../model/sender.ts';
import { subscriptionsOf } from '../model/subscription.ts';
import type { AppliedChaos, RulesInForce } from '../model/chaos.ts';

/** What to do with an attempt that a rule applies to. */
export type Plan =
  /** Do not send yet; plan again at that time. */
  | { readonly kind: 'hold'; readonly until: number }
  /** Do not send until the order of the deliveries is decided. */
  | { readonly kind: 'take-turn' }
  /** Send nothing and record this outcome. */
  | { readonly kind: 'invent'; readonly outcome: AttemptOutcome; readonly chaos: AppliedChaos }
  | SendPlan;

export interface SendPlan {
  readonly kind: 'send';
  readonly signature: Trick | undefined;
  readonly pace: Throttle | undefined;
  /** How many duplicates to send after the receiver has accepted the delivery. */
  readonly copies: number;
  readonly chaos: AppliedChaos;
}

export type AttemptOutcome = Omit<Attempt, 'at'>;
export type Trick = NonNullable<DeliveryRule['signature']>;

export type DeliveryFacts = Pick<
  DeliveryRecord,
  'eventId' | 'eventType' | 'endpointId' | 'attempts' | 'createdAt' | 'reorderRole'
>;

/** Limits that hold whatever the rules say: an imported state may contain rules that were never validated here. */
const MOST_COPIES = 9;
const MOST_PIECES = 100;
const LONGEST_BODY = 600_000;
const PIECES = 10;

const INVENTED = {
  timeout: { failure: 'timeout', detail: 'no response in time' },
  reset: { failure: 'answer_broken', detail: 'ECONNRESET' },
  refused: { failure: 'connect_failed', detail: 'ECONNREFUSED' },
} as const;

/** Finds the rule that applies to an attempt and plans accordingly; undefined for a normal attempt. */
export const planAttempt = (
  inForce: readonly RulesInForce[],
  delivery: DeliveryFacts,
  now: number,
): Plan | undefined => {
  if (inForce.length === 0) return undefined;
  try {
    return plan(inForce, delivery, now);
  } catch {
    // Invalid rules from an imported state.
    return undefined;
  }
};

const plan = (inForce: readonly RulesInForce[], delivery: DeliveryFacts, now: number): Plan | undefined => {
  const found = findRule(inForce, delivery);
  if (found === undefined) return undefined;
  const { rule, by, since } = found;
  const { attempts, createdAt, reorderRole } = delivery;
  const isFirst = attempts === 0;
  const due = createdAt + (isFirst ? toMilliseconds(rule.delay) : 0);
  if (now < due) return { kind: 'hold', until: due };
  if (isFirst && rule.reorder === true && reorderRole === undefined) return { kind: 'take-turn' };

  const before = [
    ...(isFirst && rule.delay !== undefined ? [`delay ${rule.delay}`] : []),
    ...(isFirst && reorderRole !== undefined ? [formatTurn(reorderRole)] : []),
  ];
  const invented = (outcome: AttemptOutcome, did: string): Plan => ({
    kind: 'invent',
    outcome,
    chaos: { by, did: [...before, did] },
  });
  if (rule.downFor !== undefined) {
    const end = since + toMilliseconds(rule.downFor);
    if (now < end) return invented(INVENTED.refused, `down until ${toIsoDateTime(end)}`);
  }
  const outcome = rule.outcomes?.[attempts] ?? 'pass';
  if (outcome !== 'pass')
    return invented(
      typeof outcome === 'number' ? { httpStatus: outcome } : INVENTED[outcome],
      `outcome ${String(outcome)}`,
    );

  const { signature, slowBody, duplicate = 1 } = rule;
  const did = [
    ...before,
    ...(signature === undefined ? [] : [`signature ${signature}`]),
    ...(slowBody === undefined ? [] : [`slow body over ${slowBody.over}`]),
  ];
  if (did.length === 0 && duplicate === 1) return undefined;
  return {
    kind: 'send',
    signature,
    pace: slowBody === undefined ? undefined : toPace(slowBody),
    copies: Math.min(MOST_COPIES, duplicate - 1),
    chaos: { by, did },
  };
};

const findRule = (inForce: readonly RulesInForce[], delivery: DeliveryFacts) => {
  const types = subscriptionsOf(delivery.eventType);
  for (const { by, since, chance, rules } of inForce)
    for (const [index, rule] of rules.entries()) {
      const { events, share } = rule;
      if (events?.some((type) => types.includes(type)) === false) continue;
      if (share !== undefined && draw(`${chance}/${String(index)}`, delivery) >= share) continue;
      return { rule, by, since };
    }
  return undefined;
};

/** A number in [0, 1), the same for every attempt of a delivery and in every run with the same seed. */
const draw = (chance: string, { eventId, endpointId }: DeliveryFacts): number =>
  createRandom(`${chance}/${eventId}/${endpointId}`).uint32() / 0x1_0000_0000;

const formatTurn = (reorderRole: NonNullable<DeliveryFacts['reorderRole']>): string =>
  reorderRole.kind === 'goes-first' ? `reorder: sent before ${reorderRole.before}` : 'reorder: held back';

const toMilliseconds = (duration: string | undefined): number => (duration === undefined ? 0 : parseDuration(duration));

const toPace = ({ pieces = PIECES, over }: NonNullable<DeliveryRule['slowBody']>): Throttle => ({
  pieces: Math.min(MOST_PIECES, pieces),
  milliseconds: Math.min(LONGEST_BODY, parseDuration(over)),
});
