import { hash } from 'node:crypto';
import type { DeliveryRule } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { parseDuration } from '../../kernel/duration.ts';
import { createRandom } from '../../kernel/random.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import {
  type AppliedChaos,
  type AttemptOutcome,
  type DeliveryRecord,
  deliveries,
  heldBackAt,
  isSuccess,
} from './delivery.ts';
import { type EndpointChaos, type WebhookEndpointRecord, subscriptionsOf } from './endpoint.ts';
import { scheduleAttempt } from './schedule.ts';
import type { Throttle } from './sender.ts';
import { type SignatureProfile, type SignedMessage, sign } from './signature.ts';

/** The chaos rules in force, and who set them. */
export interface RulesInForce extends EndpointChaos {
  /** `scenario receiver-down`, or `control API`. */
  readonly by: string;
}

/**
 * The rules of a sandbox; synchronous and without a lookup while there are none. Called within a read, so it must not
 * begin another.
 */
export type FindRules = (
  sandbox: Sandbox,
  reading: Reading,
) => readonly RulesInForce[] | Promise<readonly RulesInForce[]>;

/** Chaos that a webhook receiver was exposed to, and its reaction. */
export type ReceiverNews = {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
} & (
  | {
      /** About to be sent more than once, with the same id. */
      readonly kind: 'sent-twice';
      /** The envelope, as JSON. */
      readonly body: string;
    }
  | {
      /** Answered with 2xx although its signature was defective. */
      readonly kind: 'trick-taken';
      /** `wrong-secret`, `stale` ... */
      readonly trick: string;
      readonly httpStatus: number;
    }
);

/** The rules for a webhook endpoint: its own take precedence over those for all endpoints. */
export const rulesFor = ({ chaos }: WebhookEndpointRecord, ofAll: readonly RulesInForce[]): readonly RulesInForce[] =>
  chaos === undefined ? ofAll : [{ by: 'control API', ...chaos }, ...ofAll];

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
  readonly signature: DeliveryRule['signature'];
  readonly pace: Throttle | undefined;
  /** How many duplicates to send after the receiver has accepted the delivery. */
  readonly copies: number;
  readonly chaos: AppliedChaos;
}

/** An attempt that no rule applies to. */
export const AS_USUAL: SendPlan = {
  kind: 'send',
  signature: undefined,
  pace: undefined,
  copies: 0,
  chaos: { by: '', did: [] },
};

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
  const due = createdAt + (isFirst && rule.delay !== undefined ? parseDuration(rule.delay) : 0);
  if (now < due) return { kind: 'hold', until: due };
  if (isFirst && rule.reorder === true && reorderRole === undefined) return { kind: 'take-turn' };

  const did: string[] = [];
  if (isFirst && rule.delay !== undefined) did.push(`delay ${rule.delay}`);
  if (isFirst && reorderRole !== undefined)
    did.push(reorderRole.kind === 'goes-first' ? `reorder: sent before ${reorderRole.before}` : 'reorder: held back');
  const invented = (outcome: AttemptOutcome, reason: string): Plan => ({
    kind: 'invent',
    outcome,
    chaos: { by, did: [...did, reason] },
  });
  if (rule.downFor !== undefined) {
    const end = since + parseDuration(rule.downFor);
    if (now < end) return invented(INVENTED.refused, `down until ${toIsoDateTime(end)}`);
  }
  const outcome = rule.outcomes?.[attempts] ?? 'pass';
  if (outcome !== 'pass')
    return invented(
      typeof outcome === 'number' ? { httpStatus: outcome } : INVENTED[outcome],
      `outcome ${String(outcome)}`,
    );

  const { signature, slowBody, duplicate = 1 } = rule;
  if (signature !== undefined) did.push(`signature ${signature}`);
  if (slowBody !== undefined) did.push(`slow body over ${slowBody.over}`);
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
      if (share !== undefined && draw(`${chance}/${index}`, delivery) >= share) continue;
      return { rule, by, since };
    }
  return undefined;
};

/** A number in [0, 1), the same for every attempt of a delivery and in every run with the same seed. */
const draw = (chance: string, { eventId, endpointId }: DeliveryFacts): number =>
  createRandom(`${chance}/${eventId}/${endpointId}`).uint32() / 0x1_0000_0000;

const toPace = ({ pieces = PIECES, over }: NonNullable<DeliveryRule['slowBody']>): Throttle => ({
  pieces: Math.min(MOST_PIECES, pieces),
  milliseconds: Math.min(LONGEST_BODY, parseDuration(over)),
});

/** Carries out a planned attempt; duplicates are sent after the receiver has accepted the first request. */
export const carryOut = async (
  plan: Extract<Plan, { kind: 'invent' | 'send' }>,
  send: (plan: SendPlan) => Promise<AttemptOutcome>,
): Promise<{ readonly attempt: AttemptOutcome; readonly copies: readonly AttemptOutcome[] }> => {
  const { chaos } = plan;
  if (plan.kind === 'invent') return { attempt: { ...plan.outcome, chaos }, copies: [] };
  const attempt: AttemptOutcome = { ...(await send(plan)), ...(chaos.did.length === 0 ? {} : { chaos }) };
  const copies: AttemptOutcome[] = [];
  if (isSuccess(attempt))
    for (let copy = 1; copy <= plan.copies; copy++) {
      const did = [...chaos.did, `copy ${copy + 1} of ${plan.copies + 1}`];
      copies.push({ ...(await send(plan)), isCopy: true, chaos: { by: chaos.by, did } });
    }
  return { attempt, copies };
};

/** Beyond the tolerance of five minutes around the receiver's clock. Milliseconds. */
const OFF = 600_000;

/** The request of one attempt, either correct or with a defect that a correct receiver must detect. */
export const signedPost = (
  profile: SignatureProfile,
  secrets: readonly string[],
  message: SignedMessage,
  trick?: DeliveryRule['signature'],
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } => {
  const { body, at } = message;
  const signed = (changes: Partial<SignedMessage> = {}, by = secrets, as = profile) => ({
    headers: sign(as, by, { ...message, ...changes }),
    body,
  });
  switch (trick) {
    case undefined:
      return signed();
    case 'stale':
      return signed({ at: at - OFF });
    case 'future':
      return signed({ at: at + OFF });
    case 'wrong-secret':
      // Same format as a real secret, and deterministic.
      return signed({}, [`whsec_${hash('sha256', `not ${secrets[0] ?? ''}`, 'base64')}`]);
    case 'altered-body':
      // Still valid JSON and the same event, so that a receiver that does not verify signatures accepts it.
      return { ...signed(), body: body.replace(/\}$/, ',"altered":true}') };
    case 'missing': {
      const unsigned = Object.entries(profile.headers).filter(([, template]) => !/\{signatures?\}/.test(template));
      return signed({}, secrets, { ...profile, headers: Object.fromEntries(unsigned) });
    }
  }
};

/** Maximum time to hold back an event that no other event follows. Milliseconds on the sandbox clock. */
const HELD_AT_MOST = 60_000;

/** Postpones the first attempt of a delivery. */
export const holdBack = (work: UnitOfWork, deliveryId: string, until: number): void => {
  const delivery = work.get(deliveries, deliveryId);
  if (delivery !== undefined) scheduleAttempt(work, delivery, until);
};

/**
 * Swaps neighbours: of two deliveries to one webhook endpoint, the first is held back and the second is sent
 * immediately. Decided in a transaction, so that deliveries due at the same time do not all wait for each other.
 */
export const takeTurn = (work: UnitOfWork, deliveryId: string): void => {
  const delivery = work.get(deliveries, deliveryId);
  if (delivery === undefined) return;
  const held = work.findFirst(deliveries, heldBackAt(delivery.endpointId));
  if (held === undefined) {
    work.update(deliveries, delivery, { ...delivery, reorderRole: { kind: 'held-back' } });
    scheduleAttempt(work, delivery, work.now + HELD_AT_MOST);
  } else {
    work.update(deliveries, held, { ...held, reorderRole: { kind: 'was-held-back' } });
    work.update(deliveries, delivery, { ...delivery, reorderRole: { kind: 'goes-first', before: held.id } });
    scheduleAttempt(work, delivery, work.now);
  }
};

/** After an attempt: schedules the delivery that was held back for it. */
export const releaseNextTurn = (work: UnitOfWork, { reorderRole }: Pick<DeliveryRecord, 'reorderRole'>): void => {
  if (reorderRole?.kind !== 'goes-first') return;
  const follower = work.get(deliveries, reorderRole.before);
  // Already sent because its hold timed out, or no longer to be sent.
  if (follower?.attempts === 0 && follower.nextRetryAt !== null) scheduleAttempt(work, follower, work.now);
};
