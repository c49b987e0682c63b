import { expect, test } from '@jest/globals';
import { defineCollection } from '../../../src/engine/sandbox/collection.ts';
import { createSandboxes } from '../../../src/engine/sandbox/sandboxes.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { bareSandboxes } from '../../support/sandbox-parts.ts';

const OWNER = { sandbox: 'one', uuid: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10' };
const SECOND = 1000;

const notes = defineCollection<{ readonly id: string; readonly madeAt: number; readonly drawn: number }>(
  'notes',
  ({ id }) => id,
);

let servers = 0;
/** So that no test gets what another has prepared. */
const freshKey = (): string => `prepared-contents-${String(++servers)}`;

/** A server whose clock began so many milliseconds after the first one's; with a job in each sandbox. */
const start = ({
  key = freshKey(),
  later = 0,
  maxAge = 0,
  seed = 'test',
  jobAfter = 3600 * SECOND,
  frozenAt = undefined as number | undefined,
} = {}) => {
  const wall = createTestClock();
  wall.advance(later);
  let populated = 0;
  const sandboxes = createSandboxes({
    ...bareSandboxes(),
    wall,
    seed,
    frozenAt,
    populate: (work) => {
      populated += 1;
      work.insert(notes, ({ random }) => ({ id: 'fixture', madeAt: work.now, drawn: random.uint32() }));
      work.putContent('file', Buffer.from('content'));
      work.schedule({ id: 'later', kind: 'nothing', dueAt: work.now + jobAfter });
    },
    sharing: { keyOf: () => key, maxAge },
  });
  return { key, sandboxes, wall, populated: () => populated };
};

test('a sandbox begins as another with the same key, seed and time did, whatever became of that one', async () => {
  const first = start();
  const contents = await first.sandboxes.contentsOf(OWNER);
  const sandbox = await first.sandboxes.of(OWNER);
  await sandbox.transact((work) => {
    const note = work.get(notes, 'fixture');
    if (note !== undefined) work.update(notes, note, { ...note, drawn: 1 });
    work.insert(notes, () => ({ id: 'mine', madeAt: 0, drawn: 0 }));
  });
  const second = start(first);

  expect(await second.sandboxes.contentsOf(OWNER)).toEqual(contents);
  expect(await first.sandboxes.contentsOf(OWNER)).not.toEqual(contents);
  expect([first.populated(), second.populated()]).toEqual([1, 0]);
});

test.each([
  ['key', { key: 'prepared-contents-other' }],
  ['seed', { seed: 'other' }],
  ['time', { later: 1 }],
  ['beginning', { frozenAt: Date.parse('2026-01-01T00:00:00Z') }],
])('another %s: contents of its own', async (_name, change) => {
  const first = start();
  await first.sandboxes.of(OWNER);
  const second = start({ ...first, ...change });
  await second.sandboxes.of(OWNER);
  expect(second.populated()).toBe(1);
});

test('on a clock that nobody sets, contents may be of a given age, and are made again as they were', async () => {
  const first = start({ maxAge: 10 * SECOND });
  const { madeAt, ...others } = { madeAt: first.wall.now(), key: first.key, maxAge: 10 * SECOND };
  const contents = await first.sandboxes.contentsOf(OWNER);

  const second = start({ ...others, later: 10 * SECOND });
  expect((await second.sandboxes.contentsOf(OWNER)).dump).toEqual(contents.dump);
  expect(await second.sandboxes.beginningOf(OWNER)).toMatchObject({
    createdAt: madeAt + 10 * SECOND,
    contents: { dump: contents.dump },
  });
  expect((await second.sandboxes.of(OWNER)).clock.now()).toBe(madeAt + 10 * SECOND);

  const third = start({ ...others, later: 10 * SECOND + 1 });
  await third.sandboxes.of(OWNER);
  expect(third.populated()).toBe(1);
});

test('contents in which a job would have been due since are not taken', async () => {
  const first = start({ maxAge: 10 * SECOND, jobAfter: 5 * SECOND });
  await first.sandboxes.of(OWNER);
  const others = { key: first.key, maxAge: 10 * SECOND };
  const before = start({ ...others, later: 5 * SECOND - 1 });
  await before.sandboxes.of(OWNER);
  const after = start({ ...others, later: 5 * SECOND });
  await after.sandboxes.of(OWNER);
  expect([before.populated(), after.populated()]).toEqual([0, 1]);
});
