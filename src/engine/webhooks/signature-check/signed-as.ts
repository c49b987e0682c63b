import type { Steps } from '../../../kernel/time-slices.ts';
import { readHeaders } from '../signing/read-headers.ts';
import { signatureBy } from '../signing/sign.ts';
import type { Guess } from './guesses.ts';
import type { SignatureQuestion } from './signature-check.ts';

/** More signatures in a header than any rotation has. */
const MOST_COMPARED = 20;

/** Whether the message is signed in this way; one step per secret. */
export function* isSignedAs(
  { profile, secrets, body, ignoresCase = false }: Guess,
  { headers }: SignatureQuestion,
  known: { readonly header: (name: string) => string | undefined; readonly id: string },
): Steps<boolean> {
  if (headers.length === 0) return false;
  const { signatures, timestamp = '', id = known.id } = readHeaders(profile, known);
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const folded = signatures.slice(0, MOST_COMPARED).map(fold);
  if (folded.length === 0) return false;
  for (const { value } of secrets) {
    if (folded.includes(fold(signatureBy(profile, value, { id, timestamp, body })))) return true;
    yield;
  }
  return false;
}
