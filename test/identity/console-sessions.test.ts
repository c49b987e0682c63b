import { describe, expect, test } from '@jest/globals';
import { createClientDirectory } from '../../src/identity/client-directory.ts';
import { createConsoleSessions } from '../../src/identity/console-sessions.ts';
import type { Organization } from '../../src/identity/organization.ts';
import { createRandom } from '../../src/kernel/random.ts';
import { createFakeTimers } from '../support/fake-timers.ts';
import { createTestClock } from '../support/test-clock.ts';

const HOUR = 3_600_000;
const MOST = 10_000;
const OF_ONE = 20;

const clientOf = (number: number) => ({ clientId: `client-${String(number)}`, enabled: true });

const organizationOf = (number: number): Organization => ({
  uuid: `organization-${String(number)}`,
  sandbox: `sandbox-${String(number)}`,
  name: `Organization ${String(number)}`,
  country: 'NL',
  dpaAccepted: true,
  rateLimitTier: 'STANDARD',
  capabilities: { allowMarketplaceLedKyc: true, allowMultiVinOrders: true, allowKycDocumentDownload: true },
  administratorEmail: 'administrator@vatmock.example',
  sellers: [],
  clients: [{ ...clientOf(number), clientSecret: 'secret' }],
});

const start = (organizations = 1) => {
  const clock = createTestClock();
  const timers = createFakeTimers();
  const random = createRandom('sessions');
  const clients = createClientDirectory({
    organizations: Array.from({ length: organizations }, (_, number) => organizationOf(number)),
    clockOf: () => clock,
    random,
  });
  const sessions = createConsoleSessions({ clients, random, clock, after: timers.after });
  const open = (number = 0) => sessions.open({ kind: 'client', clientId: `client-${String(number)}` });
  const pass = (milliseconds: number): void => {
    clock.advance(milliseconds);
    timers.pass(milliseconds);
  };
  return { clients, sessions, timers, open, pass };
};

test('one session too many ends the one that has not been used for longest, of any organization', () => {
  const { sessions, open } = start(MOST / OF_ONE + 1);
  const secrets = Array.from({ length: MOST }, (_, index) => open(Math.floor(index / OF_ONE)));
  expect(sessions.find(secrets[0]!)).toBeDefined();
  const end = sessions.find(secrets[1]!)!.end();
  for (const secret of secrets.slice(2)) sessions.find(secret);
  sessions.find(secrets[0]!);
  open(MOST / OF_ONE);
  expect(end.aborted).toBe(true);
  expect([sessions.find(secrets[1]!), sessions.find(secrets[0]!)?.user]).toEqual([
    undefined,
    { kind: 'client', clientId: 'client-0' },
  ]);
});

describe('what waits for the end of a session learns of it', () => {
  test('eight hours after the last use, without a further call', () => {
    const { sessions, open, pass, timers } = start();
    const secret = open();
    const end = sessions.find(secret)!.end();
    pass(5 * HOUR);
    sessions.find(secret);
    pass(8 * HOUR - 1);
    expect(end.aborted).toBe(false);
    pass(1);
    expect([end.aborted, timers.count()]).toEqual([true, 0]);
  });

  test('at once when its client changes, and not when another one does', () => {
    const { clients, sessions, open } = start(2);
    const ends = [0, 1].map((number) => sessions.find(open(number))!.end());
    const { uuid } = clients.find(clientOf(1).clientId)!.organization;
    clients.setClients(
      uuid,
      clients
        .entriesOf(uuid)
        .map(({ client, secrets }) =>
          client.clientId === clientOf(1).clientId
            ? { client: { ...client, serviceAccountsEnabled: true }, secrets }
            : { client, secrets },
        ),
    );
    expect(ends.map(({ aborted }) => aborted)).toEqual([false, true]);
  });

  test('of a visitor at once when the sandbox is gone', () => {
    const { clients, sessions } = start(2);
    const ends = [0, 1].map((number) => {
      const sandbox = `sandbox-${String(number)}`;
      return sessions.find(sessions.open({ kind: 'visitor', sandbox, visit: sandbox, permission: 'watch' }))!.end();
    });
    clients.remove(clients.findBySandbox('sandbox-1')!.uuid);
    expect(ends.map(({ aborted }) => aborted)).toEqual([false, true]);
  });

  test('once for all', () => {
    const { sessions, open, timers } = start();
    const secret = open();
    expect(sessions.find(secret)!.end()).toBe(sessions.find(secret)!.end());
    expect(timers.count()).toBe(1);
    sessions.end(secret);
    expect(timers.count()).toBe(0);
  });
});
