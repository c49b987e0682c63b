import type { Steps } from '../../../kernel/time-slices.ts';
import { idIn, readHeaders } from '../signing/read-headers.ts';
import { signatureBy } from '../signing/sign.ts';
import type { Guess } from './guesses.ts';
import type { SignatureQuestion } from './signature-check.ts';

/** Whether the message is signed in this way; one step per secret. */
export function* isSignedAs(
  { profile, secrets, body, ignoresCase = false }: Guess,
  { headers, body: received }: SignatureQuestion,
  known: { readonly header: (name: string) => string | undefined },
): Steps<boolean> {
  if (headers.length === 0) return false;
  const { signatures, timestamp = '', id = idIn(received) } = readHeaders(profile, known);
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const folded = signatures.map(fold);
  if (folded.length === 0) return false;
  for (const { value } of secrets) {
    if (folded.includes(fold(signatureBy(profile, value, { id, timestamp, body })))) return true;
    yield;
  }
  return false;
}
