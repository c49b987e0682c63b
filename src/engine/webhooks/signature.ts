import { createHmac } from 'node:crypto';
import { DELIVERIES } from '../../generated/deliveries.ts';
import { isSameSecret } from '../../kernel/is-same-secret.ts';
import type { Alternatives } from '../assumptions/register.ts';

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

const { 'decoded-key': decodedKey, ...named } = DELIVERIES.profiles;

/** By the name in the setting. */
export const SIGNATURE_PROFILES: Readonly<Record<string, SignatureProfile>> = named;

/** Profiles that a sandbox signs with instead of the server's if it assumes so. Assumption: signature-format. */
export const ASSUMED_PROFILES: Alternatives<SignatureProfile> = [
  ['signature-format=standard-webhooks', named['standard-webhooks']],
  ['signature-format=github', named.github],
  ['signature-format=decoded-key', decodedKey],
];

/** All of them, to find the one that a message was signed with. */
export const KNOWN_PROFILES: readonly SignatureProfile[] = Object.values(DELIVERIES.profiles);

/** Headers of a delivery that neither a profile nor a description sets: its own, and those of HTTP. */
export const SET_BY_DELIVERY: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'content-type', 'expect', 'host', 'keep-alive', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'user-agent'],
]);

/** What every receiver reads alike: visible ASCII characters, blanks and tabs (RFC 9110, section 5.5). */
export const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text);

export interface SignedMessage {
  /** Id of the event. */
  readonly id: string;
  readonly body: string;
  /** Milliseconds since the epoch, wall-clock time: receivers compare it with their own clock. */
  readonly at: number;
}

/** Fills the placeholders in one pass; inserted values are not expanded again. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (place, name: string) => values[name] ?? place);

const PREFIX = /^whsec_/;

const keyOf = ({ key }: SignatureProfile, secret: string): string | Buffer =>
  key === 'text' ? secret : Buffer.from(secret.replace(PREFIX, ''), 'base64');

/** One signature, as it appears in a header. */
export const signatureBy = (
  profile: SignatureProfile,
  secret: string,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: string | Uint8Array },
): string => {
  const { algorithm, encoding, content } = profile;
  const hmac = createHmac(algorithm, keyOf(profile, secret));
  // Bytes from outside are not decoded as text before they are verified.
  const [before = '', ...rest] = content.split('{body}');
  hmac.update(fill(before, { id, timestamp }), 'utf8');
  for (const part of rest) hmac.update(body).update(fill(part, { id, timestamp }), 'utf8');
  return fill(profile.signature, { id, timestamp, digest: hmac.digest(encoding) });
};

/** The headers that sign one attempt, with every valid secret: the current one first. */
export const sign = (
  profile: SignatureProfile,
  secrets: readonly string[],
  { id, body, at }: SignedMessage,
): Readonly<Record<string, string>> => {
  const { separator, headers } = profile;
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => signatureBy(profile, secret, { id, timestamp, body }));
  const values = { id, timestamp, signature: signatures[0] ?? '', signatures: signatures.join(separator) };
  return Object.fromEntries(Object.entries(headers).map(([name, template]) => [name, fill(template, values)]));
};

/** Headers in order of arrival. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** Names are case-insensitive. */
export const headerIn = (headers: HeaderPairs, name: string): string | undefined =>
  headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];

export interface ReceivedMessage {
  readonly headers: HeaderPairs;
  readonly body: Uint8Array;
}

/** What a message contains, by the templates of its headers. */
export interface Found {
  /** Of the event: from the body, if no header has it. */
  readonly id: string;
  /** Empty if there is none. */
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

const PLACES: Readonly<Record<string, string>> = {
  id: '(?<id>[\\w-]{1,100})',
  timestamp: '(?<timestamp>\\d{1,12})',
  signature: '(?<signature>.+)',
  signatures: '(?<signatures>.+)',
};

/** `bodyId`: the id in the body, if it has been read before. */
export const readMessage = (
  { headers, separator }: SignatureProfile,
  message: ReceivedMessage,
  bodyId?: string,
): Found => {
  const found: { id?: string; timestamp?: string } = {};
  let signatures: readonly string[] = [];
  for (const [name, template] of Object.entries(headers)) {
    const places = toPattern(template).exec(headerIn(message.headers, name) ?? '')?.groups ?? {};
    const { id, timestamp, signature, signatures: several } = places;
    if (id !== undefined) found.id = id;
    if (timestamp !== undefined) found.timestamp = timestamp;
    const all = separator === '' ? several : several?.split(separator);
    signatures = [...signatures, ...[signature ?? [], all ?? []].flat()];
  }
  const { id = bodyId ?? idIn(message.body), timestamp = '' } = found;
  return { id, timestamp, signatures };
};

/** A pattern for a header template; of a repeated placeholder, the first occurrence is captured. */
const toPattern = (template: string): RegExp => {
  const seen = new Set<string>();
  const source = template.split(/(\{[a-z]+\})/).map((part) => {
    const name = /^\{([a-z]+)\}$/.exec(part)?.[1];
    const place = name === undefined ? undefined : PLACES[name];
    if (name === undefined || place === undefined) return part.replaceAll(/[^\w\s]/g, '\\$&');
    if (seen.has(name)) return '.*';
    seen.add(name);
    return place;
  });
  return new RegExp(`^${source.join('')}$`);
};

const idIn = (body: Uint8Array): string => {
  try {
    const { id } = JSON.parse(new TextDecoder().decode(body)) as { readonly id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
};

/** The result of verifying as a receiver would. */
export type SignatureVerdict =
  /** No header contains a signature. */
  | { readonly kind: 'missing' }
  /** No secret matches the signature. */
  | { readonly kind: 'invalid' }
  /**
   * Signed by the secret at index `secret` of the list; `timestamp` is the one signed, undefined if the profile has
   * none.
   */
  | { readonly kind: 'signed'; readonly secret: number; readonly timestamp: number | undefined };

/** Parses and verifies what `sign` wrote, with the same profile. */
export const verify = (
  profile: SignatureProfile,
  secrets: readonly string[],
  message: ReceivedMessage,
): SignatureVerdict => {
  const { id, timestamp, signatures } = readMessage(profile, message);
  if (signatures.length === 0) return { kind: 'missing' };
  const secret = secrets.findIndex((each) => {
    const expected = signatureBy(profile, each, { id, timestamp, body: message.body });
    return signatures.some((signature) => isSameSecret(signature, expected));
  });
  if (secret === -1) return { kind: 'invalid' };
  return { kind: 'signed', secret, timestamp: timestamp === '' ? undefined : Number(timestamp) * 1000 };
};

/** How far a time stamp may be from now, before or after: what the public formats recommend. Milliseconds. */
export const TOLERANCE = 300_000;

/** Whether a receiver whose clock shows `at` accepts a time stamp, which has a resolution of one second. */
export const isInTime = (signedAt: number, at: number): boolean =>
  at - signedAt < TOLERANCE + 1000 && at - signedAt >= -TOLERANCE;
