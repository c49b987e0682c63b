import type { Alternatives } from '../../engine/assumptions/register.ts';
import type { SignatureProfile } from '../../engine/webhooks/signature.ts';
import type { DeliveryPolicy } from '../../engine/webhooks/delivery.ts';

/** The header that the description documents; every profile sends it, whatever else it adds. */
const SIGNATURE_HEADER = 'X-Service-Signature';

/** The one public format with the time stamp inside a single header. Assumption: signature-format. */
const stripe: SignatureProfile = {
  name: 'stripe',
  algorithm: 'sha256',
  encoding: 'hex',
  key: 'text',
  content: '{timestamp}.{body}',
  signature: 'v1={digest}',
  separator: ',',
  headers: { [SIGNATURE_HEADER]: 't={timestamp},{signatures}' },
};

const standardWebhooks: SignatureProfile = {
  name: 'standard-webhooks',
  algorithm: 'sha256',
  encoding: 'base64',
  key: 'decoded',
  content: '{id}.{timestamp}.{body}',
  signature: 'v1,{digest}',
  separator: ' ',
  headers: {
    'webhook-id': '{id}',
    'webhook-timestamp': '{timestamp}',
    'webhook-signature': '{signatures}',
    [SIGNATURE_HEADER]: '{signatures}',
  },
};

/** No time stamp, and only one signature. */
const github: SignatureProfile = {
  name: 'github',
  algorithm: 'sha256',
  encoding: 'hex',
  key: 'text',
  content: '{body}',
  signature: 'sha256={digest}',
  separator: ',',
  headers: { 'X-Hub-Signature-256': '{signature}', [SIGNATURE_HEADER]: '{signature}' },
};

/** The default, but the key is the decoded secret. */
const decodedKey: SignatureProfile = { ...stripe, name: 'decoded-key', key: 'decoded' };

/** By the name in the setting. */
export const SIGNATURE_PROFILES: Readonly<Record<string, SignatureProfile>> = {
  stripe,
  'standard-webhooks': standardWebhooks,
  github,
};

/** Assumption: signature-format. */
export const ASSUMED_PROFILES: Alternatives<SignatureProfile> = [
  ['signature-format=standard-webhooks', standardWebhooks],
  ['signature-format=github', github],
  ['signature-format=decoded-key', decodedKey],
];

/** All of them, to find the one that a message was signed with. */
export const KNOWN_PROFILES: readonly SignatureProfile[] = [stripe, standardWebhooks, github, decodedKey];

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "Up to 10 attempts with exponential backoff over up to 72 hours". The tenth attempt is at 64:35:05, and still within 72
 * hours if every delay has the maximum jitter and every attempt times out. Assumption: retry-schedule.
 */
const WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  12 * HOUR,
  15 * HOUR,
  20 * HOUR,
];

export const MOST_ATTEMPTS = WAITS.length + 1;

export const DELIVERY_POLICY: DeliveryPolicy = {
  retries: { waits: WAITS, jitter: 0.1, span: 72 * HOUR },
  /** "20 consecutive failed deliveries, or no success for 72 hours." */
  autoPause: { failures: 20, duration: 72 * HOUR },
  /** "Delivery history keeps 30 days; older deliveries are purged." Assumption: delivery-retention. */
  retention: 30 * DAY,
  assumedProfiles: ASSUMED_PROFILES,
};
