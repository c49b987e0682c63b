import { toIsoDateTime } from '../../kernel/clock.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { type EngineParts, explained } from './engine-parts.ts';

/** What was found for a key; `period` is the time that keys are valid, as an adverbial. */
export const narrateKey =
  (period: string) =>
  ({ idempotency }: JournalEntry): string => {
    if (idempotency === undefined) return 'the operation does not use Idempotency-Key';
    if (idempotency.beganAt === undefined) return `the key has not been seen ${period}`;
    const seen = `the key was first used at ${toIsoDateTime(idempotency.beganAt)}`;
    return idempotency.kind === 'replay' ? `${seen} for the same request` : `${seen} for a different request`;
  };

export const lookUpIdempotency = explained(
  {
    rule: 'An Idempotency-Key, where the operation asks for one, has 1 to 255 characters.',
    passed: narrateKey('before'),
  },
  ({ idempotency }: EngineParts) => idempotency.lookUp,
);

export const replayResponse = explained(
  {
    rule: 'The same key with the same body returns the stored response; with a different body it is refused.',
    passed: ({ idempotency }) =>
      idempotency?.kind === 'replay' ? 'the stored response was replayed' : 'no response is stored for this request',
  },
  ({ idempotency }: EngineParts) => idempotency.replay,
);
