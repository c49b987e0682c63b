import { describe, expect, test } from '@jest/globals';
import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import { type SandboxesParts, createSandboxes } from '../../../src/engine/sandbox/sandboxes.ts';
import { turns } from '../../support/next-turns.ts';
import { TEST_NOW, createTestClock } from '../../support/test-clock.ts';
import { bareSandboxes } from '../../support/sandbox-parts.ts';
import { HOUR, notes } from './start-sandbox.ts';

const OWNER = { sandbox: 'one', uuid: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10' };
const OTHER = { sandbox: 'two', uuid: 'c55b5499-7280-4724-bf7a-08b3fecce1d0' };

const start = (change: Partial<SandboxesParts> = {}) => {
  const failures: unknown[] = [];
  const wall = createTestClock();
  const store = createMemoryStore();
  const sandboxes = createSandboxes({
    ...bareSandboxes(),
    store,
    wall,
    observer: { failed: (error) => failures.push(error) },
    populate: (work) => {
      work.insert(notes, ({ random }) => ({ id: 'fixture', text: String(random.uint32()) }));
    },
    ...change,
  });
  const read = async (owner = OWNER): Promise<string[]> => {
    const sandbox = await sandboxes.of(owner);
    const { values } = await sandbox.read((work) => work.page(notes, { page: 0, size: 100 }));
    return values.map(({ id }) => id);
  };
  const write = async (id: string, owner = OWNER): Promise<void> => {
    await (await sandboxes.of(owner)).transact((work) => work.insert(notes, () => ({ id, text: '' })));
  };
  return { sandboxes, store, wall, failures, read, write };
};

describe('a reset', () => {
  test.each(['contentsOf', 'beginningOf'] as const)(
    '%s of a sandbox that is reset meanwhile is refused, and works again afterwards',
    async (name) => {
      const { sandboxes } = start();
      await sandboxes.of(OWNER);
      const reading = sandboxes[name](OWNER);
      const reset = sandboxes.reset(OWNER);
      await expect(reading).rejects.toMatchObject({ members: { status: 503, headers: { 'retry-after': '1' } } });
      await reset;
      await expect(sandboxes[name](OWNER)).resolves.toBeDefined();
    },
  );

  test('keeps out what was begun before it, without a word in the log', async () => {
    const { sandboxes, read, failures } = start();
    const former = await sandboxes.of(OWNER);
    await sandboxes.reset(OWNER);
    await expect(former.transact((work) => work.insert(notes, () => ({ id: 'late', text: '' })))).rejects.toMatchObject(
      {
        members: { status: 503 },
      },
    );
    await expect(former.read((work) => work.get(notes, 'fixture'))).rejects.toMatchObject({ members: { status: 503 } });
    expect(await read()).toEqual(['fixture']);
    expect(failures).toEqual([]);
  });

  test('lets nobody in before it is done', async () => {
    const { sandboxes, read, write } = start();
    await write('mine');
    const reset = sandboxes.reset(OWNER);
    const [seen] = await Promise.all([read(), reset]);
    expect(seen).toEqual(['fixture']);
  });
});

test('other contents draw on from the seed that they bring', async () => {
  const drawNext = async (sandboxes: ReturnType<typeof createSandboxes>, owner = OWNER): Promise<string> => {
    const sandbox = await sandboxes.of(owner);
    const { text } = await sandbox.transact((work) =>
      work.insert(notes, ({ random, position }) => ({ id: String(position), text: String(random.uint32()) })),
    );
    return text;
  };
  const { sandboxes } = start();
  const contents = await sandboxes.contentsOf(OWNER);
  const expected = await drawNext(sandboxes);
  await sandboxes.replace(OTHER, contents);
  expect(await drawNext(sandboxes, OTHER)).toBe(expected);
  await sandboxes.reset(OTHER);
  expect(await drawNext(sandboxes, OTHER)).not.toBe(expected);
});

describe('a sandbox that is forgotten', () => {
  test('leaves nothing behind, and nobody brings it back', async () => {
    let exists = true;
    const { sandboxes, store, write } = start({ ownerOf: () => (exists ? OWNER : undefined) });
    await write('mine');
    exists = false;
    await sandboxes.forget(OWNER);
    await expect(Promise.resolve(sandboxes.of(OWNER))).rejects.toMatchObject({ members: { status: 410 } });
    expect(await store.read(OWNER.sandbox, (reader) => reader.usage().documents)).toBe(0);
    expect([sandboxes.usedAt('two'), sandboxes.inUse.size]).toEqual([undefined, 0]);
  });

  test('does not wait for whoever is just making it ready', async () => {
    const { sandboxes, store } = start();
    const ready = sandboxes.of(OWNER);
    await sandboxes.forget(OWNER);
    await ready;
    expect(await store.read(OWNER.sandbox, (reader) => reader.usage().documents)).toBe(0);
    expect(sandboxes.inUse.size).toBe(0);
  });
});

test('the last use is known from the first on', async () => {
  const { sandboxes, wall } = start();
  expect(sandboxes.usedAt('one')).toBeUndefined();
  await sandboxes.of(OWNER);
  wall.advance(HOUR);
  await sandboxes.of(OWNER);
  expect(sandboxes.usedAt('one')).toBe(TEST_NOW + HOUR);
});

test('a sandbox of a former version has the seed of its plan', async () => {
  const { sandboxes, store } = start();
  await store.transact(OWNER.sandbox, (transaction) =>
    transaction.insert('sandbox', () => ({
      id: 'state',
      value: { clock: { kind: 'running', offset: 5 }, createdAt: TEST_NOW },
      keys: [],
    })),
  );
  const { seed, clock } = await sandboxes.contentsOf(OWNER);
  expect([seed, clock.now]).toEqual(['test/one', TEST_NOW + 5]);
});

test('closing waits for the job that is running, starts no other, and has nothing to report', async () => {
  let begin: (() => void) | undefined;
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  const ran: string[] = [];
  const { sandboxes, failures } = start({
    handlers: {
      slow: async (_, { id }) => {
        begin?.();
        await turns(20);
        ran.push(id);
      },
    },
  });
  const sandbox = await sandboxes.of(OWNER);
  await sandbox.transact((work) => {
    for (const id of ['first', 'second']) work.schedule({ id, kind: 'slow', dueAt: TEST_NOW });
  });
  const run = sandbox.catchUp();
  await hasBegun;
  await sandboxes.close();
  expect([ran, failures]).toEqual([['first'], []]);
  await run;
});
