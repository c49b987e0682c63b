import { expect, test } from '@jest/globals';
import { createOwnInboxes } from '../../../src/control/inbox/own-inboxes.ts';
import { createMemoryAccount } from '../../../src/kernel/memory-account.ts';

test('what a sandbox received leaves its memory to others when the sandbox begins anew', () => {
  const memory = createMemoryAccount({ limit: 2000, share: Infinity });
  const { live } = createOwnInboxes({ memory } as Parameters<typeof createOwnInboxes>[0]);
  const owner = { sandbox: 'demo', uuid: 'one' };
  const base64 = Buffer.alloc(2000).toString('base64');
  live.load(owner, { inboxes: [], line: [{ inbox: 'shop', headers: [], base64 }] });
  expect(memory.hasRoomFor(0, 1)).toBe(false);
  live.load(owner, undefined);
  expect(memory.hasRoomFor(0, 2000)).toBe(true);
});
