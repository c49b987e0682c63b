import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Arrival,
  MOST_BYTES,
  MOST_INBOXES,
  MOST_MESSAGES,
  createInboxes,
} from '../../../src/engine/inbox/inboxes.ts';
import type { InboxAnswer } from '../../../src/generated/control-schemas.ts';
import { createMemoryAccount } from '../../../src/kernel/memory-account.ts';
import type { LiveState } from '../../../src/engine/sandbox/live-state.ts';
import { severalProcesses } from '../sandbox/several-processes.ts';

const arrival = (size = 10, receivedAt = 0): Arrival => ({
  receivedAt,
  headers: [['content-type', 'text/plain']],
  body: new Uint8Array(size),
  judgement: { verdict: 'unknown', reason: 'no webhook endpoint' },
});

test('nobody fills the memory: the oldest make room, whichever inbox they are in', () => {
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c'), size: fc.constantFrom(0, 1000, 200_000) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
      const inboxes = createInboxes(createMemoryAccount({ limit: Infinity, share: Infinity }));
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
  const inboxes = createInboxes(createMemoryAccount({ limit: Infinity, share: Infinity }));
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

test('what is removed or reset leaves its memory to others', () => {
  const memory = createMemoryAccount({ limit: 3000, share: Infinity });
  for (let index = 0; index < 4; index++) {
    const inboxes = createInboxes(memory);
    inboxes.receive('a', arrival(2000));
    expect(inboxes.show('a').messages).toHaveLength(1);
    if (index % 2 === 0) inboxes.remove('a');
    else inboxes.live.load(undefined);
  }
});

const start = () => {
  const inboxes = createInboxes(createMemoryAccount({ limit: Infinity, share: Infinity }));
  const { live } = inboxes;
  const state: LiveState = {
    name: 'inboxes',
    save: live.save,
    load: (_owner, saved) => {
      live.load(saved);
    },
    changes: live.changes,
  };
  return { inboxes, state };
};

test('inboxes in several processes are those of one', () => {
  const step = fc.record({
    process: fc.nat(2),
    name: fc.constantFrom('a', 'b', 'c'),
    size: fc.constantFrom(0, 1000, 200_000),
    what: fc.constantFrom('receive', 'receive', 'receive', 'receive', 'program', 'remove', 'start over'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const alone = start();
      const several = severalProcesses([start(), start(), start()], ({ state }) => [state]);
      for (const [index, { process, name, size, what }] of steps.entries()) {
        const act = ({ inboxes }: ReturnType<typeof start>): unknown => {
          if (what === 'program') inboxes.program(name, [500, index]);
          else if (what === 'remove') inboxes.remove(name);
          else if (what === 'receive') return inboxes.receive(name, arrival(size, index))?.number;
          return undefined;
        };
        if (what === 'start over') several.startOver();
        expect(several.on(process, act)).toEqual(act(alone));
        const listed = ({ inboxes }: ReturnType<typeof start>) =>
          inboxes.list().map(({ messages, ...inbox }) => ({
            ...inbox,
            messages: messages.map(({ body, ...message }) => ({ ...message, size: body.byteLength })),
          }));
        expect(several.on(process + 1, listed)).toEqual(listed(alone));
      }
    }),
    { numRuns: 10 },
  );
});

test('a message arrives elsewhere byte for byte', () => {
  const several = severalProcesses([start(), start()], ({ state }) => [state]);
  const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
  several.on(0, ({ inboxes }) => inboxes.receive('a', { ...arrival(), body: bytes }));
  const body = several.on(1, ({ inboxes }) => inboxes.show('a').messages.at(-1)?.body) ?? new Uint8Array();
  expect(Buffer.from(body).equals(bytes)).toBe(true);
});
