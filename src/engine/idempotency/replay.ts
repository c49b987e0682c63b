import type { Answer } from '../message/answer.ts';
import { problem } from '../problems/problem.ts';
import type { KeyUse } from './key-use.ts';

/**
 * The stored response to a repeated request, byte for byte; undefined for a first one. Throws 422
 * idempotency-key-reused, without `errors[]`, if the key was used with another body, path or method.
 */
export const replayOf = (use: KeyUse | undefined): Answer | undefined => {
  const found = use?.found;
  if (found?.kind === 'mismatch')
    throw problem('idempotency-key-reused', {
      detail: `The Idempotency-Key was first used at ${new Date(found.beganAt).toISOString()} with a different body, path or method. Retry that request unchanged, or use a new key.`,
    });
  if (found?.kind !== 'replay') return undefined;
  const { reply, source } = found.answer;
  return { reply: { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } }, source };
};
