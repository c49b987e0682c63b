import type { Clock } from '../../kernel/clock.ts';
import { alternativeIn } from '../assumptions/assumed.ts';
import type { OutboundTask, ExecuteTask } from '../sandbox/outbound-task.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { ReceiverNews } from './receiver-news.ts';
import { type AttemptData, attemptData } from './model/attempt-job.ts';
import { carryOut } from './chaos/carry-out.ts';
import type { FindRules } from './model/chaos.ts';
import { type AttemptOutcome, planAttempt } from './chaos/plan-attempt.ts';
import { rulesFor } from './chaos/rules-for.ts';
import { type SignedPost, signedPost } from './chaos/signed-post.ts';
import { holdBack, releaseNextTurn, takeTurn } from './chaos/turns.ts';
import { deliveries, messages } from './model/delivery.ts';
import { type Consequences, recordAttempt } from './record-attempt.ts';
import type { Addressed, Throttle, Sender } from './model/sender.ts';
import type { SignatureProfile } from './signing/signature-profile.ts';
import { SLOW_RESPONSE, type SlowReceivers } from './slow-receivers.ts';
import { goodSecrets } from './model/secrets.ts';
import { webhookEndpoints } from './model/webhook-endpoint.ts';

interface AttemptParts extends Consequences {
  readonly sender: Sender;
  readonly profile: SignatureProfile;
  /** Wall clock, for the time stamp of the signature. */
  readonly wall: Clock;
  /** Chaos rules for all deliveries of a sandbox. */
  readonly rules: FindRules;
  readonly slowReceivers: SlowReceivers;
  /** Called when deliveries have changed. */
  readonly changed?: (organization: string) => void;
  /** Called with the receiver's reaction to injected chaos. */
  readonly receiver?: ((organization: string, news: ReceiverNews) => void) | undefined;
}

/** Makes one attempt: sends the stored bytes with a fresh signature. Assumption: delivery-request. */
export const createAttempt = ({
  sender,
  profile: usual,
  wall,
  announce,
  policy,
  rules,
  slowReceivers,
  changed,
  receiver,
}: AttemptParts): OutboundTask => {
  /** Counts slow attempts by receiver host, and tells in the attempt that the host is quarantined. */
  const count = (
    sandbox: Sandbox,
    addressed: Addressed,
    endpointId: string,
    attempt: AttemptOutcome,
    { isSlow, at }: { readonly isSlow: boolean; readonly at: number },
  ): AttemptOutcome => {
    if (!isSlow) slowReceivers.wasQuick(sandbox, endpointId);
    const host = isSlow ? sender.hostOf?.(addressed) : undefined;
    if (host === undefined || !slowReceivers.wasSlow(sandbox, endpointId, host, at)) return attempt;
    const reason = attempt.failure === 'timeout' ? 'no response in time' : 'slow response';
    return { ...attempt, detail: `${attempt.detail ?? reason}; ${oneAtATime(host)}` };
  };

  return {
    data: attemptData,
    concurrencyKeyOf: ({ data }) => (data as AttemptData).endpointId,
    slowDestinationOf: ({ data }, sandbox) =>
      slowReceivers.quarantineOf(sandbox, (data as AttemptData).endpointId)?.host,
    kept: ({ organization }) => changed?.(organization),
    prepare: async (reading, { data }, sandbox) => {
      const { deliveryId } = data as AttemptData;
      const delivery = reading.get(deliveries, deliveryId);
      if (delivery?.status !== 'PENDING') return undefined;
      const endpoint = reading.get(webhookEndpoints, delivery.endpointId);
      const message = reading.get(messages, delivery.eventId);
      if (endpoint?.status !== 'ACTIVE' || message === undefined) return undefined;
      const rulesInForce = await rulesFor(endpoint, rules(sandbox, reading));
      const plan = planAttempt(rulesInForce, delivery, reading.now);
      if (plan?.kind === 'hold') return nothing((work) => holdBack(work, deliveryId, plan.until));
      if (plan?.kind === 'take-turn') return nothing((work) => takeTurn(work, deliveryId));

      const profile = alternativeIn(reading.assumed, policy.assumedProfiles, usual);
      const secrets = goodSecrets(endpoint.secrets, reading.now);
      const { eventId: id, body } = message;
      const addressed: Addressed = {
        url: endpoint.url,
        delivery: {
          sandbox: sandbox.id,
          id: deliveryId,
          eventId: id,
          eventType: message.eventType,
          attempt: delivery.attempts + 1,
        },
      };
      let isSlow = false;
      const send = async (signal: AbortSignal, { headers, body: sent }: SignedPost, pace?: Throttle) => {
        const { elapsed = 0, ...made } = await sender.send(
          { ...addressed, headers: { 'content-type': 'application/json', ...headers }, body: sent, pace },
          signal,
        );
        // A body that is sent slowly on purpose is not the receiver's fault.
        isSlow ||= made.failure === 'timeout' || (pace === undefined && elapsed >= SLOW_RESPONSE);
        return made;
      };
      const sign = (trick?: Parameters<typeof signedPost>[3]): SignedPost =>
        signedPost(profile, secrets, { id, body, at: wall.now() }, trick);
      const about = { deliveryId, eventId: id, eventType: message.eventType };
      return async (signal) => {
        if (plan?.kind === 'send' && plan.copies > 0)
          receiver?.(sandbox.organization, { kind: 'sent-twice', ...about, body });
        const { attempt, copies } =
          plan === undefined
            ? { attempt: await send(signal, sign()), copies: [] }
            : await carryOut(plan, ({ signature, pace }) => send(signal, sign(signature), pace));
        const { httpStatus = 0 } = attempt;
        if (plan?.kind === 'send' && plan.signature !== undefined && httpStatus >= 200 && httpStatus < 300)
          receiver?.(sandbox.organization, { kind: 'trick-taken', ...about, trick: plan.signature, httpStatus });
        const withJitter = sandbox.clock.setting().kind === 'running';
        return async (work, isWanted) => {
          // Counted here, since the results of an advance are committed in order.
          const told =
            plan?.kind === 'invent'
              ? attempt
              : count(sandbox, addressed, endpoint.id, attempt, { isSlow, at: work.now });
          await recordAttempt(work, deliveryId, told, { isWanted, withJitter, copies }, { announce, policy });
          releaseNextTurn(work, delivery);
        };
      };
    },
  };
};

const oneAtATime = (host: string): string =>
  `${host} is quarantined: it gets one attempt at a time until it responds in time`;

/** A task that sends nothing. */
const nothing =
  (decide: (work: UnitOfWork) => void): ExecuteTask =>
  () =>
    Promise.resolve((work, isWanted) => {
      if (isWanted) decide(work);
    });
