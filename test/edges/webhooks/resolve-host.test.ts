import { afterEach, describe, expect, test } from '@jest/globals';
import { createHostResolver } from '../../../src/edges/webhooks/resolve-host.ts';
import { after } from '../../../src/edges/system/time.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type NameServer, type Zone, startNameServer } from './fake-name-server.ts';

let servers: NameServer[] = [];

afterEach(async () => {
  for (const { stop } of servers) await stop();
  servers = [];
});

const start = async (zone: Zone, more: Partial<Parameters<typeof createHostResolver>[0]> = {}) => {
  const server = await startNameServer(zone);
  servers.push(server);
  const clock = createTestClock();
  const resolve = createHostResolver({
    clock,
    after,
    nameServers: [server.address],
    systemLookup: () => Promise.reject(new Error('asked the system')),
    ...more,
  });
  const ask = (host: string, sandbox = 'one', signal = new AbortController().signal, isTrusted = false) =>
    resolve(host, { sandbox, isTrusted, signal });
  return { server, clock, ask };
};

const leadsTo =
  (ttl: number, ...addresses: string[]): Zone =>
  () => ({ addresses, ttl });

describe('name servers', () => {
  test('are asked for both families', async () => {
    const { ask, server } = await start(leadsTo(0, '192.0.2.1', '192.0.2.2'));
    expect(await ask('receiver.example')).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(server.asked.toSorted()).toEqual(['A receiver.example', 'AAAA receiver.example']);
  });

  test('that know no such name are believed', async () => {
    const { ask } = await start(() => undefined);
    await expect(ask('nobody.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test('that stay silent are not waited for when the signal comes, and hold up no other lookup', async () => {
    const { ask, server } = await start((name) =>
      name.startsWith('silent') ? null : { addresses: ['192.0.2.1'], ttl: 0 },
    );
    const giveUp = new AbortController();
    const silent = Array.from({ length: 40 }, (_each, index) =>
      ask(`silent${String(index)}.example`, 'one', giveUp.signal),
    );
    expect(await ask('receiver.example', 'other')).toEqual(['192.0.2.1']);
    giveUp.abort();
    for (const { status } of await Promise.allSettled(silent)) expect(status).toBe('rejected');
    expect(await ask('receiver.example')).toEqual(['192.0.2.1']);
    // One sandbox asks for few names at once.
    const names = new Set(
      server.asked.filter((question) => question.includes('silent')).map((each) => each.slice(-15)),
    );
    expect(names.size).toBeGreaterThan(5);
    expect(names.size).toBeLessThan(15);
  });
});

describe('an answer', () => {
  test('is used again for as long as its name server says, but not for long', async () => {
    const { ask, server, clock } = await start(leadsTo(3600, '192.0.2.1'));
    await ask('receiver.example');
    await ask('receiver.example', 'other');
    expect(server.asked).toHaveLength(2);
    clock.advance(30_000);
    await ask('receiver.example');
    expect(server.asked).toHaveLength(4);
  });

  test('without a time to live is not used again', async () => {
    const { ask, server } = await start(leadsTo(0, '192.0.2.1'));
    await ask('receiver.example');
    await ask('receiver.example');
    expect(server.asked).toHaveLength(4);
  });
});

describe('a trusted host', () => {
  const trusted = (ask: Awaited<ReturnType<typeof start>>['ask'], host: string) =>
    ask(host, 'one', new AbortController().signal, true);

  test('is looked up by the system alone, two at a time, and localhost at once', async () => {
    const giveUp: (() => void)[] = [];
    const systemLookup = (host: string) =>
      host === 'silent'
        ? new Promise<never>((_resolve, reject) => giveUp.push(() => reject(new Error('silent'))))
        : Promise.resolve([host === 'printer' ? '192.0.2.7' : '127.0.0.1']);
    const { ask, server } = await start(() => undefined, { systemLookup });
    expect(await trusted(ask, 'printer')).toEqual(['192.0.2.7']);
    const silent = ['silent', 'silent'].map((host) => trusted(ask, host));
    const waiting = trusted(ask, 'printer');
    expect(await trusted(ask, 'localhost')).toEqual(['127.0.0.1']);
    expect(await trusted(ask, 'shop.localhost')).toEqual(['127.0.0.1']);
    for (const end of giveUp) end();
    await Promise.allSettled(silent);
    expect(await waiting).toEqual(['192.0.2.7']);
    expect(server.asked).toEqual([]);
    await expect(ask('printer')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});
