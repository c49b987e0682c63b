import { createHmac } from 'node:crypto';
import type { SignatureProfile } from './signature-profile.ts';

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
