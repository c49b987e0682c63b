import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Arrival,
  type InboxAnswer,
  MOST_BYTES,
  MOST_INBOXES,
  MOST_MESSAGES,
  createInboxes,
} from '../../../src/engine/inbox/inboxes.ts';

const arrival = (size = 10, receivedAt = 0): Arrival<string> => ({
  receivedAt,
  headers: [['content-type', 'text/plain']],
  body: new Uint8Array(size),
  judgement: 'unknown',
});

test('answers come one after the other, and the last one stays', () => {
  const inboxes = createInboxes<string>();
  const answered = () => inboxes.receive('shop', arrival())?.answered;
  expect(answered()).toBe(200);
  inboxes.program('shop', [500, 'timeout', 204]);
  expect([answered(), answered(), answered(), answered()]).toEqual([500, 'timeout', 204, 204]);
  expect(inboxes.show('shop').answers).toEqual([204]);
  inboxes.program('shop', []);
  expect(answered()).toBe(200);
});

test('nobody fills the memory: the oldest make room, whichever inbox they are in', () => {
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c'), size: fc.constantFrom(0, 1000, 200_000) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
      const inboxes = createInboxes<string>();
      for (const [index, { name, size }] of steps.entries()) inboxes.receive(name, arrival(size, index));
      const kept = inboxes.list().flatMap(({ messages }) => messages);
      expect(kept.length).toBeLessThanOrEqual(MOST_MESSAGES);
      expect(kept.reduce((sum, { body }) => sum + body.byteLength, 0)).toBeLessThanOrEqual(MOST_BYTES);
      // What is left are the newest, in each inbox in the order in which they came.
      const instants = kept.map(({ receivedAt }) => receivedAt).sort((a, b) => a - b);
      expect(instants).toEqual(steps.map((_, index) => index).slice(steps.length - kept.length));
      for (const { messages, received } of inboxes.list()) {
        expect(messages.map(({ receivedAt }) => receivedAt)).toEqual(
          messages.map(({ receivedAt }) => receivedAt).sort((a, b) => a - b),
        );
        expect(messages.at(-1)?.number ?? received).toBe(received);
      }
    }),
    { numRuns: 20 },
  );
});

test('there are so many inboxes at most, and a removed one makes room', () => {
  const inboxes = createInboxes<string>();
  const answers: InboxAnswer[] = [500];
  for (let index = 0; index < MOST_INBOXES; index++) inboxes.receive(`inbox-${String(index)}`, arrival());
  expect(inboxes.receive('more', arrival())).toBeUndefined();
  expect(inboxes.program('more', answers)).toBe(false);
  expect(inboxes.receive('inbox-3', arrival())).toMatchObject({ number: 2 });
  inboxes.remove('inbox-3');
  expect(inboxes.show('inbox-3')).toMatchObject({ messages: [], received: 0 });
  expect(inboxes.program('more', answers)).toBe(true);
  expect(inboxes.receive('more', arrival())).toMatchObject({ number: 1, answered: 500 });
});
