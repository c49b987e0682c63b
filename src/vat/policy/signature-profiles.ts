import type { Alternatives } from '../../engine/assumptions/assumed.ts';
import type { SignatureProfile } from '../../engine/webhooks/signature.ts';

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
