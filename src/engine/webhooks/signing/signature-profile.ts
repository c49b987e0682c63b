import type { Choice } from '../../../generated/assumption-choices.ts';
import type { Assumed } from '../../assumptions/assumed.ts';

/**
 * How deliveries are signed, as data. The templates know only these places: `{timestamp}` (Unix seconds), `{id}` (of the
 * event), `{body}` (in `content` only), `{digest}` (in `signature` only), and in headers `{signature}`, the one by the
 * current secret, or `{signatures}`, those by all secrets that are good while one is replaced.
 */
export interface SignatureProfile {
  readonly name: string;
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** The key: the secret as a text, or the bytes that its part after `whsec_` stands for. */
  readonly key: 'text' | 'decoded';
  /** The text that is signed. */
  readonly content: string;
  /** One signature. */
  readonly signature: string;
  /** Between signatures, where there are several. */
  readonly separator: string;
  /** By name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The header of the description; every profile sends it, whatever else it adds. */
const SIGNATURE_HEADER = 'X-Service-Signature';

/** The one public form that keeps the time stamp inside a single header. Assumption: signature-format. */
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

/** No time stamp, and one signature only. */
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

/** The default, with the bytes that the secret stands for as the key. */
const decodedKey: SignatureProfile = { ...stripe, name: 'decoded-key', key: 'decoded' };

const ASSUMED: readonly (readonly [Choice, SignatureProfile])[] = [
  ['signature-format=standard-webhooks', standardWebhooks],
  ['signature-format=github', github],
  ['signature-format=decoded-key', decodedKey],
];

/** What a sandbox signs with: the profile of the server, unless it assumes another one. */
export const profileIn = (assumed: Assumed, usual: SignatureProfile): SignatureProfile =>
  ASSUMED.find(([choice]) => assumed.has(choice))?.[1] ?? usual;

export const SIGNATURE_PROFILES: Readonly<Record<string, SignatureProfile>> = {
  stripe,
  'standard-webhooks': standardWebhooks,
  github,
};
