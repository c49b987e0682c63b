import type { Clock } from '../../kernel/clock.ts';
import type { Errand } from '../sandbox/errand.ts';
import type { AttemptData } from './attempt-job.ts';
import { deliveries, messages } from './delivery.ts';
import { type Announcements, recordAttempt } from './record-attempt.ts';
import type { Sender } from './sender.ts';
import { sign } from './signing/sign.ts';
import type { SignatureProfile } from './signing/signature-profile.ts';
import { goodSecrets } from './secrets.ts';
import { webhookEndpoints } from './webhook-endpoint.ts';

export interface AttemptParts {
  readonly sender: Sender;
  readonly profile: SignatureProfile;
  /** What the signature's time stamp is read from. */
  readonly wall: Clock;
  readonly announce: Announcements;
}

/** Sends a delivery once: the stored bytes, signed anew. Assumption: delivery-request. */
export const createAttempt = ({ sender, profile, wall, announce }: AttemptParts): Errand => ({
  laneOf: ({ data }) => (data as AttemptData).endpointId,
  prepare: async (reading, { data }, sandbox) => {
    const { deliveryId } = data as AttemptData;
    const delivery = await reading.get(deliveries, deliveryId);
    if (delivery?.status !== 'PENDING') return undefined;
    const endpoint = await reading.get(webhookEndpoints, delivery.endpointId);
    const message = await reading.get(messages, delivery.eventId);
    if (endpoint?.status !== 'ACTIVE' || message === undefined) return undefined;
    const secrets = goodSecrets(endpoint.secrets, reading.now);
    return async (signal) => {
      const { eventId: id, body } = message;
      const headers = {
        'content-type': 'application/json',
        ...sign(profile, secrets, { id, body, at: wall.now() }),
      };
      const attempt = await sender.send({ url: endpoint.url, headers, body }, signal);
      const withJitter = sandbox.clock.setting().kind === 'running';
      return (work, isWanted) => recordAttempt(work, deliveryId, attempt, { isWanted, withJitter }, announce);
    };
  },
});
