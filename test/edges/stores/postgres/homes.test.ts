import { afterEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextTurn } from '../../../../src/edges/system/time.ts';
import { DIRECTORY } from '../../../../src/engine/sandbox/directory.ts';
import type { HomeStore } from '../../../../src/edges/stores/home-store.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';
import { runs } from '../../../support/long-form.ts';
import { type ServerStore, openPostgresStore } from '../../../support/stores/open-postgres-store.ts';

const ALL = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: 100_000 } as const;

describePostgres('the homes of sandboxes', (database) => {
  const opened: ServerStore[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close().catch(() => undefined)));
  });
  const open = async (url: string, listens = true): Promise<ServerStore> => {
    const store = await openPostgresStore(url, { listens, poolSize: 2 });
    opened.push(store);
    return store;
  };

  const add = (store: HomeStore, sandbox: string, id: string): Promise<unknown> =>
    store.transact(sandbox, (transaction) => transaction.insert('things', () => ({ id, value: { id } })));
  const idsIn = (store: HomeStore, sandbox: string): Promise<readonly string[]> =>
    store.read(sandbox, (reader) =>
      reader.list('things', ALL).values.map((value) => (value as { readonly id: string }).id),
    );

  test('a server that is asked to leave what it does not have, and claims it at that moment, is no home without knowing', async () => {
    const url = database.freshUrl();
    const [one, other] = [await open(url), await open(url)];
    await Promise.all([one.shared.leave('demo'), add(one, 'demo', 'a')]);
    await add(other, 'demo', 'b');
    expect(await idsIn(one, 'demo')).toEqual(['a', 'b']);
  });

  test('of servers that look for the home of a sandbox without one, one becomes it, and the others find it', async () => {
    const url = database.freshUrl();
    const servers = [await open(url), await open(url), await open(url)];
    const claimed = await Promise.all(servers.map(({ shared }) => shared.claimIfFree('demo')));
    const homes = servers.filter(({ shared }) => shared.isHome('demo'));
    expect(homes).toHaveLength(1);
    expect(claimed.filter(Boolean)).toHaveLength(1);
    const others = servers.filter((server) => server !== homes[0]);
    const found = await Promise.all(others.map(({ shared }) => shared.seek('demo')));
    expect(found.map((peer) => peer?.id)).toEqual([found[0]?.id, found[0]?.id]);
    await add(homes[0]!, 'demo', 'a');
    expect(await idsIn(homes[0]!, 'demo')).toEqual(['a']);
  });

  test('a home that does not listen yet is waited for', async () => {
    const url = database.freshUrl();
    const [one, other] = [await open(url, false), await open(url)];
    await add(one, 'demo', 'a');
    expect(await other.shared.seek('demo')).toBeUndefined();
    const adding = add(other, 'demo', 'b');
    await one.listen();
    await adding;
    expect(await idsIn(other, 'demo')).toEqual(['a', 'b']);
  });

  test('what belongs to no sandbox is read by every server, and changed by its home alone', async () => {
    const url = database.freshUrl();
    const [one, other] = [await open(url), await open(url)];
    const homes = () => [one, other].map(({ shared }) => shared.isHome(DIRECTORY));
    expect(await idsIn(one, DIRECTORY)).toEqual([]);
    expect(homes()).toEqual([false, false]);
    for (const id of ['a', 'b', 'c']) await add(one, DIRECTORY, id);
    expect(await idsIn(other, DIRECTORY)).toEqual(['a', 'b', 'c']);
    await one.transact(DIRECTORY, (transaction) => {
      transaction.remove('things', 'a');
      transaction.update('things', 'b', { id: 'b', isNew: true });
    });
    const read = async () => (await other.read(DIRECTORY, (reader) => reader.list('things', ALL))).values;
    const [changed, same] = await read();
    expect([changed, same]).toEqual([{ id: 'b', isNew: true }, { id: 'c' }]);
    expect(await read()).toEqual([changed, same]);
    expect((await read())[1]).toBe(same);
    expect(homes()).toEqual([true, false]);
    await add(other, DIRECTORY, 'd');
    expect(homes()).toEqual([false, true]);
    expect(await idsIn(one, DIRECTORY)).toEqual(['b', 'c', 'd']);
  });

  test('what a former home writes after its lease is refused, and it says so', async () => {
    const url = database.freshUrl();
    const [one, other] = [await open(url), await open(url)];
    await add(one, 'demo', 'a');
    one.stop();
    await database.query(
      `UPDATE ${database.schemaOf(url)}.replicas SET expires_at = now() - interval '1 s' WHERE id = $1`,
      [one.id],
    );
    await add(other, 'demo', 'b');
    one.goOnUnaware();
    await expect(add(one, 'demo', 'c')).rejects.toMatchObject({ name: 'StoreError', fault: 'unreachable' });
    expect(await idsIn(other, 'demo')).toEqual(['a', 'b']);
  });

  test('a read of a server whose lease has ended is refused', async () => {
    const one = await open(database.freshUrl());
    await add(one, 'demo', 'a');
    one.stop();
    await expect(idsIn(one, 'demo')).rejects.toMatchObject({ name: 'StoreError', fault: 'unreachable' });
    one.goOn();
    expect(await idsIn(one, 'demo')).toEqual(['a']);
  });

  /** A busy machine may let a lease end: then the next attempt renews it. */
  const readInTheEnd = async (store: HomeStore, sandbox: string, tries = 5): Promise<readonly string[]> => {
    try {
      return await idsIn(store, sandbox);
    } catch (error) {
      if (tries === 1) throw error;
      return readInTheEnd(store, sandbox, tries - 1);
    }
  };

  const act = fc.record({
    server: fc.nat(2),
    sandbox: fc.constantFrom('demo', DIRECTORY),
    kind: fc.constantFrom('add', 'add', 'add', 'read', 'read', 'leave', 'kill'),
    wait: fc.nat(3),
  });

  test('nothing that was answered is lost or doubled, and nothing stale is read, whoever works, leaves and ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), async (acts) => {
        const url = database.freshUrl();
        const servers = await Promise.all([open(url), open(url), open(url)]);
        const answered = { demo: new Set<string>(), [DIRECTORY]: new Set<string>() };
        const faults: string[] = [];
        const works: Promise<void>[] = [];
        let number = 0;
        for (const { server, sandbox, kind, wait } of acts) {
          const store = servers[server]!;
          const own = answered[sandbox as 'demo'];
          const work = async (): Promise<void> => {
            if (kind === 'add') {
              const id = String(++number);
              await add(store, sandbox, id);
              own.add(id);
            } else if (kind === 'read') {
              const before = [...own];
              const seen = new Set(await idsIn(store, sandbox));
              for (const id of before) if (!seen.has(id)) faults.push(`${id} was answered and is not read`);
            } else if (kind === 'leave') await store.shared.leave(sandbox);
          };
          if (kind === 'kill') {
            store.kill();
            servers[server] = await open(url);
          } else works.push(work().catch(() => undefined));
          for (let turn = 0; turn < wait; turn++) await new Promise<void>(nextTurn);
        }
        await Promise.all(works);
        for (const sandbox of ['demo', DIRECTORY] as const) {
          const ids = await readInTheEnd(servers[0], sandbox);
          expect(new Set(ids).size).toBe(ids.length);
          for (const id of answered[sandbox]) if (!ids.includes(id)) faults.push(`${id} of ${sandbox} is lost`);
        }
        expect(faults).toEqual([]);
        await Promise.all(opened.splice(0).map((store) => store.close().catch(() => undefined)));
      }),
      { numRuns: runs({ short: 10, long: 100 }) },
    );
  }, 120_000);
});
