import { timingSafeEqual } from 'node:crypto';
import { type ReceivedMessage, idIn, readHeaders } from './read-headers.ts';
import { signatureBy } from './sign.ts';
import type { SignatureProfile } from './signature-profile.ts';

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
  const found = readHeaders(profile, message);
  if (found.signatures.length === 0) return { kind: 'missing' };
  const { timestamp = '' } = found;
  const id = found.id ?? idIn(message.body);
  const secret = secrets.findIndex((each) => {
    const expected = signatureBy(profile, each, { id, timestamp, body: message.body });
    return found.signatures.some((signature) => isEqual(signature, expected));
  });
  if (secret === -1) return { kind: 'invalid' };
  return { kind: 'signed', secret, timestamp: timestamp === '' ? undefined : Number(timestamp) * 1000 };
};

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
};
