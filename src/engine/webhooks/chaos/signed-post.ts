import { hash } from 'node:crypto';
import { type SignedMessage, sign } from '../signing/sign.ts';
import type { SignatureProfile } from '../signing/signature-profile.ts';
import type { Trick } from './plan-attempt.ts';

/** Beyond the tolerance of five minutes around the receiver's clock. Milliseconds. */
const OFF = 600_000;

export interface SignedPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request of one attempt, either correct or with a defect that a correct receiver must detect. */
export const signedPost = (
  profile: SignatureProfile,
  secrets: readonly string[],
  message: SignedMessage,
  trick?: Trick,
): SignedPost => {
  const { body, at } = message;
  const signed = (changes: Partial<SignedMessage> = {}, by = secrets): SignedPost => ({
    headers: sign(profile, by, { ...message, ...changes }),
    body,
  });
  switch (trick) {
    case undefined:
      return signed();
    case 'stale':
      return signed({ at: at - OFF });
    case 'future':
      return signed({ at: at + OFF });
    case 'wrong-secret':
      return signed({}, [otherSecret(secrets[0] ?? '')]);
    case 'altered-body':
      return { ...signed(), body: alter(body) };
    case 'missing':
      return { headers: withoutSignature(profile, signed().headers), body };
  }
};

/** Same format as a real secret, and deterministic. */
const otherSecret = (secret: string): string => `whsec_${hash('sha256', `not ${secret}`, 'base64')}`;

/** Still valid JSON and the same event, so that a receiver that does not verify signatures accepts it. */
const alter = (body: string): string => body.replace(/\}$/, ',"altered":true}');

const withoutSignature = (
  { headers: templates }: SignatureProfile,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/\{signatures?\}/.test(templates[name] ?? '')));
