import type { IncomingMessage } from 'node:http';
import { headerLines } from '../../kernel/http.ts';
import { type PeerAnswer, PROOF } from '../http/passed-on.ts';
import { isSame, proveAnswer } from './signatures.ts';

/**
 * What a response is; undefined if it does not come from a peer's hand: a stranger may listen at that address by now, or Node
 * has answered before the peer could look. `signature` is that of the request.
 */
export const readProof = (
  { rawHeaders }: IncomingMessage,
  secret: Uint8Array,
  signature: string,
): PeerAnswer | undefined => {
  for (const line of headerLines(rawHeaders, PROOF)) {
    const answer = line.slice(0, Math.max(0, line.indexOf(' '))) as PeerAnswer;
    if (isSame(line, proveAnswer(secret, signature, answer))) return answer;
  }
  return undefined;
};
