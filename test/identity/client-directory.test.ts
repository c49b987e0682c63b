import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createClientDirectory, digestOf, drawClientSecret } from '../../src/identity/client-directory.ts';
import { createRandom } from '../../src/kernel/random.ts';
import { createTestClock } from '../support/test-clock.ts';

const ORGANIZATION = {
  uuid: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10',
  sandbox: 'demo',
  name: 'Demo',
  country: 'NL',
  dpaAccepted: true,
  rateLimitTier: 'STANDARD',
  capabilities: { allowMarketplaceLedKyc: true, allowMultiVinOrders: true, allowKycDocumentDownload: true },
  administratorEmail: 'admin@demo.example',
  sellers: [],
} as const;

const start = () => {
  const clock = createTestClock();
  const organizations = [
    { ...ORGANIZATION, clients: [{ clientId: 'api-client-a', clientSecret: 'a-secret', enabled: true }] },
  ];
  return {
    clock,
    clients: createClientDirectory({ organizations, clockOf: () => clock, random: createRandom('test') }),
  };
};

describe('a directory of clients', () => {
  test('hands on no secret', () => {
    const { clients } = start();
    expect(JSON.stringify([clients.find('api-client-a'), clients.organizations()])).not.toContain('a-secret');
    expect(clients.secretsOf('api-client-a')).toEqual({ current: digestOf('a-secret') });
  });

  test('knows who comes, and forgets who goes', () => {
    const { clients } = start();
    const uuid = 'c55b5499-7280-4724-bf7a-08b3fecce1d0';
    clients.add({ ...ORGANIZATION, uuid, sandbox: 'new' }, [
      { client: { clientId: 'api-client-b', enabled: true }, secrets: { current: digestOf('b-secret') } },
    ]);
    expect(clients.isSecret('api-client-b', 'b-secret')).toBe(true);
    expect([clients.findBySandbox('new')?.uuid, clients.clientsOf(uuid)]).toEqual([uuid, ['api-client-b']]);
    expect(clients.organizations().map(({ sandbox }) => sandbox)).toEqual(['demo', 'new']);
    clients.remove(uuid);
    expect(clients.isSecret('api-client-b', 'b-secret')).toBe(false);
    expect([clients.find('api-client-b'), clients.findBySandbox('new'), clients.clientsOf(uuid)]).toEqual([
      undefined,
      undefined,
      [],
    ]);
    expect(clients.organizations().map(({ sandbox }) => sandbox)).toEqual(['demo']);
    clients.remove(uuid);
    clients.setSecrets('api-client-b', { current: digestOf('b-secret') });
    expect(clients.isSecret('api-client-b', 'b-secret')).toBe(false);
  });

  test('has a client once: in the organization that got it last, also when the one before goes', () => {
    const { clients } = start();
    const uuid = 'c55b5499-7280-4724-bf7a-08b3fecce1d0';
    clients.add({ ...ORGANIZATION, uuid, sandbox: 'new' }, clients.entriesOf(ORGANIZATION.uuid));
    expect([clients.clientsOf(ORGANIZATION.uuid), clients.clientsOf(uuid)]).toEqual([[], ['api-client-a']]);
    clients.remove(ORGANIZATION.uuid);
    expect([clients.find('api-client-a')?.organization.uuid, clients.isSecret('api-client-a', 'a-secret')]).toEqual([
      uuid,
      true,
    ]);
  });

  test.each(['', 'nobody', '__proto__', 'constructor'])('knows no "%s"', (name) => {
    const { clients } = start();
    expect([clients.find(name), clients.findBySandbox(name), clients.isSecret(name, '')]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  test('takes the right secret and no other, whatever their lengths', () => {
    const { clients } = start();
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (secret) => {
        expect(clients.isSecret('api-client-a', secret)).toBe(secret === 'a-secret');
      }),
    );
  });

  test('tells whose tokens a rotation ends, and whether at once', () => {
    const { clients } = start();
    const told: unknown[] = [];
    clients.onTokensEnd((...all) => told.push(all));
    for (const [window, endsTokens] of [
      [0, false],
      [1000, true],
      [0, true],
    ] as const)
      clients.setSecrets(
        'api-client-a',
        clients.rotate('api-client-a', clients.secretsOf('api-client-a')!, window, endsTokens).secrets,
      );
    clients.setSecrets('api-client-a', { ...clients.secretsOf('api-client-a')! });
    expect(told).toEqual([
      ['api-client-a', false],
      ['api-client-a', true],
    ]);
  });
});

test('the clients of an organization are replaced by others: those that stay as they are notice nothing', () => {
  const { clients } = start();
  const { organization } = clients.find('api-client-a')!;
  const present = clients.entriesOf(organization.uuid);
  const changed: string[] = [];
  clients.onChange((clientId) => changed.push(clientId));
  const added = { client: { clientId: 'added', enabled: true }, secrets: { current: digestOf('added-secret') } };
  clients.setClients(organization.uuid, [...(JSON.parse(JSON.stringify(present)) as typeof present), added]);
  expect([changed, clients.isSecret('added', 'added-secret')]).toEqual([[], true]);
  clients.setClients(organization.uuid, [{ ...added, client: { ...added.client, enabled: false } }]);
  expect(changed).toEqual([...present.map(({ client }) => client.clientId), 'added']);
  expect(clients.entriesOf(organization.uuid).map(({ client }) => client)).toEqual([
    { clientId: 'added', enabled: false },
  ]);
  expect(clients.find('api-client-a')).toBeUndefined();
});

test('secrets have 32 letters and digits', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expect(drawClientSecret(createRandom(seed))).toMatch(/^[A-Za-z0-9]{32}$/);
    }),
  );
});
