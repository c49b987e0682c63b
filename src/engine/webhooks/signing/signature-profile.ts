import type { Choice } from '../../../generated/assumption-choices.ts';
import type { Assumed } from '../../assumptions/assumed.ts';

/**
 * How deliveries are signed, as data. The only placeholders are `{timestamp}` (Unix seconds), `{id}` (of the event),
 * `{body}` (in `content` only), `{digest}` (in `signature` only), and in headers `{signature}`, the one by the current
 * secret, or `{signatures}`, those by all valid secrets during a rotation.
 */
export interface SignatureProfile {
  readonly name: string;
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** The key: the secret as text, or the bytes encoded after its prefix `whsec_`. */
  readonly key: 'text' | 'decoded';
  /** Template of the text that is signed. */
  readonly content: string;
  /** Template of one signature. */
  readonly signature: string;
  /** Separates multiple signatures. */
  readonly separator: string;
  /** Templates by header name. */
  readonly headers: Readonly<Record<string, string>>;
}

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

const ASSUMED: readonly (readonly [Choice, SignatureProfile])[] = [
  ['signature-format=standard-webhooks', standardWebhooks],
  ['signature-format=github', github],
  ['signature-format=decoded-key', decodedKey],
];

/** The profile that a sandbox signs with: the server's, unless the sandbox assumes another one. */
export const profileIn = (assumed: Assumed, usual: SignatureProfile): SignatureProfile =>
  ASSUMED.find(([choice]) => assumed.has(choice))?.[1] ?? usual;

export const SIGNATURE_PROFILES: Readonly<Record<string, SignatureProfile>> = {
  stripe,
  'standard-webhooks': standardWebhooks,
  github,
};
