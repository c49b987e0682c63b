import { describe, expect, test } from '@jest/globals';
import { type CreatedSandboxesParts, openCreatedSandboxes } from '../../../src/control/sandboxes/created-sandboxes.ts';
import { openOrganizationClients } from '../../../src/control/organization/clients.ts';
import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import type { Store } from '../../../src/engine/sandbox/store.ts';
import { type ClientDirectory, createClientDirectory } from '../../../src/identity/client-directory.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { createTestClock } from '../../support/test-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const start = async (change: Partial<CreatedSandboxesParts> = {}) => {
  const clock = createTestClock();
  const uses = new Map<string, number>();
  const forgotten: string[] = [];
  const letGo: string[] = [];
  const failures: unknown[] = [];
  const timers: (() => void)[] = [];
  const writes: string[] = [];
  const memory = createMemoryStore();
  const store: Store = {
    ...memory,
    transact: (sandbox, work) => {
      writes.push(sandbox);
      return memory.transact(sandbox, work);
    },
  };
  const clients = createClientDirectory({ organizations: [], clockOf: () => clock, random: createRandom('clients') });
  const parts: CreatedSandboxesParts = {
    store,
    clients,
    sandboxes: () => ({
      usedAt: (id) => uses.get(id),
      forget: ({ sandbox }) => {
        forgotten.push(sandbox);
        return Promise.resolve();
      },
      letGo: ({ sandbox }) => {
        letGo.push(sandbox);
        return Promise.resolve();
      },
    }),
    limits: {
      count: 10,
      perLink: 10,
      minIdle: HOUR,
      timeToLive: 7 * DAY,
      visits: { timeToLive: DAY, longest: 2 * DAY },
    },
    clock,
    after: (_milliseconds, task) => {
      timers.push(task);
      return { cancel: () => timers.splice(timers.indexOf(task), 1) };
    },
    observer: { failed: (error) => failures.push(error) },
    chance: 'seeded',
    randomAt: (position) => createRandom(`test/${String(position)}`),
    seedOf: (id) => `seed/${id}`,
    ...change,
  };
  const created = await openCreatedSandboxes(parts);
  const make = async (): Promise<string> => (await created.create({})).organization.sandbox;
  /** The timer goes off, and what it began is waited for. */
  const round = async (): Promise<void> => {
    timers.shift()?.();
    await created.tidy();
    await new Promise<void>((resolve) => process.nextTick(resolve));
  };
  return {
    created,
    clients,
    clock,
    uses,
    forgotten,
    letGo,
    failures,
    timers,
    writes,
    store,
    make,
    round,
    parts,
  };
};

describe('the time of a created sandbox', () => {
  test('is over when nobody has used it for so long: a timer sees to that', async () => {
    const { created, clients, clock, uses, forgotten, make, round } = await start();
    const [idle, used] = [await make(), await make()];
    clock.advance(6 * DAY);
    uses.set(used, clock.now());
    await round();
    expect(forgotten).toEqual([]);
    clock.advance(DAY);
    await round();
    expect(forgotten).toEqual([idle]);
    expect(created.find(idle)).toBeUndefined();
    expect([clients.find(`api-client-${idle}`), clients.findBySandbox(idle)]).toEqual([undefined, undefined]);
    expect(clients.find(`api-client-${used}`)).toBeDefined();
  });

  test('the timer is set again after each round, and not after the end', async () => {
    const { created, timers, round } = await start();
    await round();
    await round();
    expect(timers).toHaveLength(1);
    await created.close();
    expect(timers).toHaveLength(0);
  });

  test('never ends without a limit', async () => {
    const { clock, forgotten, make, round, created } = await start({
      limits: {
        count: 10,
        perLink: 10,
        minIdle: 0,
        timeToLive: Infinity,
        visits: { timeToLive: DAY, longest: 2 * DAY },
      },
    });
    const id = await make();
    clock.advance(10_000 * DAY);
    await round();
    const one = created.find(id);
    expect([forgotten, one && created.lifeOf(one).endsAt]).toEqual([[], undefined]);
  });

  test('a failure is told, and the next round comes', async () => {
    const { clock, failures, timers, make, round } = await start({
      sandboxes: () => ({
        usedAt: () => undefined,
        forget: () => Promise.reject(new Error('disk full')),
        letGo: () => Promise.resolve(),
      }),
    });
    await make();
    clock.advance(8 * DAY);
    timers.shift()?.();
    await round().catch(() => undefined);
    expect(failures.map(String)).toEqual(['Error: disk full']);
    expect(timers).toHaveLength(1);
  });
});

describe('the last use', () => {
  test('is not written down for every call, but when what is written is an hour old', async () => {
    const { created, clock, uses, writes, make, round } = await start();
    const id = await make();
    writes.length = 0;
    for (let minutes = 0; minutes < 59; minutes++) {
      clock.advance(60_000);
      uses.set(id, clock.now());
      await round();
    }
    expect(writes).toEqual([]);
    clock.advance(60_000);
    uses.set(id, clock.now());
    await round();
    expect(writes).toEqual(['$directory']);
    expect(created.find(id)?.usedAt).toBe(clock.now());
  });

  test('is written down at the end, so that a restart knows it', async () => {
    const { created, clock, uses, make, parts } = await start();
    const id = await make();
    clock.advance(60_000);
    uses.set(id, clock.now());
    await created.close();
    uses.clear();
    const again = await openCreatedSandboxes({
      ...parts,
      clients: createClientDirectory({ organizations: [], clockOf: () => clock, random: createRandom('clients') }),
    });
    const one = again.find(id);
    expect(one && again.lifeOf(one).usedAt).toBe(clock.now());
  });
});

const openClients = ({ store, clients, created }: Awaited<ReturnType<typeof start>>) =>
  openOrganizationClients({ store, clients, created, keepsRotations: false, open: () => undefined });

test('a rotation that cannot be kept leaves the client its secret', async () => {
  const opened = await start();
  const { organization, clients } = await opened.created.create({});
  const { clientId = '', clientSecret = '' } = clients[0] ?? {};
  const broken = await start({
    store: { ...opened.store, transact: () => Promise.reject(new Error('disk full')) },
  });
  expect(broken.created.find(organization.sandbox)).toBeDefined();
  await expect(
    (await openClients(broken)).rotateSecret(organization.uuid, clientId, { window: 'PT0S' }),
  ).rejects.toThrow('disk full');
  expect(broken.clients.isSecret(clientId, clientSecret)).toBe(true);
});

test('rotations at once all count: the last two secrets are valid, the others are not', async () => {
  const opened = await start();
  const { organization, clients } = await opened.created.create({});
  const { clientId = '', clientSecret = '' } = clients[0] ?? {};
  const own = await openClients(opened);
  const secrets = (
    await Promise.all(
      Array.from({ length: 4 }, () => own.rotateSecret(organization.uuid, clientId, { window: 'PT1H' })),
    )
  ).map((rotation) => rotation.clientSecret);
  const valid = [clientSecret, ...secrets].map((secret) => opened.clients.isSecret(clientId, secret));
  expect(valid).toEqual([false, false, false, true, true]);
});

test('the sandbox of a visitor is dropped at its end by the timer, however recently it was used', async () => {
  const { created, clock, uses, forgotten, round } = await start();
  const { organization } = await created.create({ visitor: {} });
  clock.advance(DAY - 1);
  uses.set(organization.sandbox, clock.now());
  await round();
  expect(forgotten).toEqual([]);
  clock.advance(1);
  await round();
  expect(forgotten).toEqual([organization.sandbox]);
});

describe('two processes of one store', () => {
  const startTwo = async (change: Partial<CreatedSandboxesParts> = {}) => {
    const one = await start({ usedElsewhere: () => Promise.resolve(new Map()), ...change });
    const other = await start({ usedElsewhere: () => Promise.resolve(new Map()), ...change, store: one.parts.store });
    return { one, other };
  };
  const idsOf = ({ clients }: { clients: ClientDirectory }) => clients.organizations().map(({ sandbox }) => sandbox);

  test('together have no more sandboxes than the limit', async () => {
    const { one, other } = await startTwo();
    const attempts = Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? one : other).created.create({}));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await one.created.refresh();
    await other.created.refresh();
    expect(idsOf(one)).toHaveLength(10);
    expect(idsOf(other).sort()).toEqual(idsOf(one).sort());
  });

  test('drop none that the other one uses, and both at once drop one once', async () => {
    const uses = new Map<string, number>();
    const { one, other } = await startTwo({ usedElsewhere: () => Promise.resolve(uses) });
    const [used, idle] = [await one.make(), await one.make()];
    await other.created.refresh();
    for (const { clock } of [one, other]) clock.advance(8 * DAY);
    uses.set(used, one.clock.now());
    await Promise.all([one.created.tidy(), other.created.tidy()]);
    for (const { created } of [one, other]) await created.refresh();
    expect([idsOf(one), idsOf(other)]).toEqual([[used], [used]]);
    expect([...one.forgotten, ...other.forgotten]).toEqual([idle]);
    expect([one, other].map(({ letGo, forgotten }) => [...letGo, ...forgotten])).toEqual([[idle], [idle]]);
  });

  test('a look does not undo what this process does meanwhile', async () => {
    const { one } = await startTwo();
    const work = [one.created.create({}), one.created.refresh(), one.created.create({})];
    await Promise.all(work);
    await one.created.refresh();
    expect(idsOf(one)).toHaveLength(2);
    expect(one.letGo).toEqual([]);
  });
});

test('the data of a sandbox that a server stopped dropping is deleted at its next start', async () => {
  const first = await start({
    sandboxes: () => ({
      usedAt: () => undefined,
      forget: () => Promise.reject(new Error('killed')),
      letGo: () => Promise.resolve(),
    }),
  });
  const id = await first.make();
  await expect(first.created.drop(id)).rejects.toThrow('killed');
  const again = await start({ store: first.parts.store });
  expect(again.created.find(id)).toBeUndefined();
  await again.created.tidy();
  expect(again.forgotten).toEqual([id]);
});
