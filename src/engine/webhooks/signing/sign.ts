import { createHmac } from 'node:crypto';
import type { SignatureProfile } from './signature-profile.ts';

export interface SignedMessage {
  /** Of the event. */
  readonly id: string;
  readonly body: string;
  /** Milliseconds since the epoch, wall time: receivers compare it with their own clock. */
  readonly at: number;
}

/** Fixed places, filled in one pass: what is filled in is not looked at again. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (place, name: string) => values[name] ?? place);

const PREFIX = /^whsec_/;

const keyOf = ({ key }: SignatureProfile, secret: string): string | Buffer =>
  key === 'text' ? secret : Buffer.from(secret.replace(PREFIX, ''), 'base64');

/** The headers that sign one attempt, with each of the secrets that are good: the current one first. */
export const sign = (
  profile: SignatureProfile,
  secrets: readonly string[],
  { id, body, at }: SignedMessage,
): Readonly<Record<string, string>> => {
  const { algorithm, encoding, content, separator, headers } = profile;
  const timestamp = String(Math.floor(at / 1000));
  const signed = fill(content, { id, timestamp, body });
  const signatures = secrets.map((secret) => {
    const digest = createHmac(algorithm, keyOf(profile, secret)).update(signed, 'utf8').digest(encoding);
    return fill(profile.signature, { id, timestamp, digest });
  });
  const values = { id, timestamp, signature: signatures[0] ?? '', signatures: signatures.join(separator) };
  return Object.fromEntries(Object.entries(headers).map(([name, template]) => [name, fill(template, values)]));
};
