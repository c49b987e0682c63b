import type { InboxMessage } from '../../generated/control-schemas.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { type WebhookEndpointRecord, goodSecrets } from '../webhooks/endpoint.ts';
import { type ReceivedMessage, type SignatureProfile, TOLERANCE, verify } from '../webhooks/signature.ts';

/** The result of verifying a signature as a correct receiver would, with the reason. */
export interface Judgement {
  readonly verdict: InboxMessage['signature']['verdict'];
  /** The webhook endpoint whose secret matches. */
  readonly webhookId: string | undefined;
  readonly reason: string;
}

/** Verifies a message against the secrets of its possible webhook endpoints. `now` is the sandbox time. */
export const judgeSignature = (
  message: ReceivedMessage,
  endpoints: readonly Pick<WebhookEndpointRecord, 'id' | 'secrets'>[],
  now: number,
  {
    profile,
    wall,
  }: {
    readonly profile: SignatureProfile;
    /** The clock that timestamps are compared with. */
    readonly wall: Pick<Clock, 'now'>;
  },
): Judgement => {
  if (endpoints.length === 0)
    return {
      verdict: 'unknown',
      webhookId: undefined,
      reason: 'no webhook endpoint of this sandbox has this URL, so there is no secret to verify with',
    };
  let isMissing = false;
  for (const { id, secrets } of endpoints) {
    const verdict = verify(profile, goodSecrets(secrets, now), message);
    if (verdict.kind === 'signed') return judgeTime(verdict, id, wall.now());
    isMissing ||= verdict.kind === 'missing';
  }
  const names = endpoints.map(({ id }) => id).join(', ');
  if (isMissing)
    return {
      verdict: 'missing',
      webhookId: undefined,
      reason: `no signature in the format of the profile ${profile.name} (${Object.keys(profile.headers).join(', ')})`,
    };
  return {
    verdict: 'invalid',
    webhookId: undefined,
    reason: `it matches no secret of ${names}: it was signed with another secret, or the body was changed`,
  };
};

const judgeTime = (
  { secret, timestamp }: { readonly secret: number; readonly timestamp: number | undefined },
  webhookId: string,
  now: number,
): Judgement => {
  const by = `signed with the ${secret === 0 ? 'secret' : 'former secret'} of ${webhookId}`;
  if (timestamp === undefined) return { verdict: 'valid', webhookId, reason: `${by}, without a time stamp` };
  const at = `${by} at ${toIsoDateTime(timestamp)}`;
  const off = now - timestamp;
  // The timestamp has a resolution of one second.
  if (off >= TOLERANCE + 1000) return { verdict: 'stale', webhookId, reason: `${at}, more than five minutes ago` };
  if (off < -TOLERANCE) return { verdict: 'future', webhookId, reason: `${at}, more than five minutes ahead` };
  return { verdict: 'valid', webhookId, reason: at };
};
