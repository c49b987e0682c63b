import { describe, expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createOperation, createParameter } from '../journal/create-entry.ts';
import { type Exchange, detectorOf, marks, watch } from './watch.ts';

const freshAnswerAskedAgain = detectorOf('fresh-answer-asked-again');
const patchWithoutIfMatch = detectorOf('patch-without-if-match');

describe('patch-without-if-match', () => {
  const operation = createOperation({
    id: 'updateBuyer',
    method: 'PATCH',
    parameters: [createParameter('if-match', 'header')],
  });
  const patch = (more: Partial<JournalEntry> = {}): Exchange => ({ at: 0, method: 'PATCH', operation, ...more });

  test('a change that overwrites whatever is there', () => {
    const [sighting] = watch(patchWithoutIfMatch, [patch()]);
    expect(sighting).toMatchObject({ certain: true, subject: 'updateBuyer' });
  });

  test.each<[string, Exchange]>([
    ['with If-Match', patch({ rawHeaders: ['Accept', '*/*', 'If-Match', '"1"'] })],
    ['an operation that takes none', patch({ operation: createOperation({ method: 'PATCH' }) })],
    ['one that was refused', patch({ status: 422 })],
    ['other methods', patch({ method: 'POST' })],
  ])('not: %s', (_name, exchange) => {
    expect(marks(watch(patchWithoutIfMatch, [exchange]))).toBe('-');
  });
});

describe('fresh-answer-asked-again', () => {
  const me = (at: number, more: Partial<Exchange> = {}): Exchange => ({
    at,
    operation: createOperation(),
    headers: { 'cache-control': 'private, max-age=300' },
    ...more,
  });

  test('the same answer again and again', () => {
    const sightings = watch(
      freshAnswerAskedAgain,
      [0, 1, 2, 3].map((at) => me(at)),
    );
    expect(marks(sightings)).toBe('--?!');
    expect(sightings[3]?.detail).toBe(
      'GET /v1/me came 4 times in 3 seconds; the first answer was good for 300 seconds.',
    );
  });

  test.each<[string, readonly Exchange[]]>([
    ['every five minutes', [0, 300, 600, 900].map((at) => me(at))],
    ['every five minutes of the sandbox', [0, 1, 2, 3].map((at) => me(at, { sandboxAt: at * 300 }))],
    ['answers that say nothing', [0, 1, 2, 3].map((at) => me(at, { headers: {} }))],
    [
      'answers that are not to be kept',
      [0, 1, 2, 3].map((at) => me(at, { headers: { 'cache-control': 'no-store, max-age=9' } })),
    ],
    ['refusals', [0, 1, 2, 3].map((at) => me(at, { status: 403 }))],
    [
      'different clients',
      [0, 1, 2, 3].map((at) => me(at, { caller: { clientId: String(at), organization: undefined } })),
    ],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(freshAnswerAskedAgain, exchanges))).toMatch(/^-+$/);
  });
});
