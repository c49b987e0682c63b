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

  test('takes two secrets within the window, the new one after it', () => {
    const { clients, clock } = start();
    const { clientSecret, previousSecretExpiresAt } = clients.rotateSecret('api-client-a', 1000);
    const valid = () => ['a-secret', clientSecret].map((secret) => clients.isSecret('api-client-a', secret));
    expect([previousSecretExpiresAt, valid()]).toEqual([clock.now() + 1000, [true, true]]);
    clock.advance(1000);
    expect(valid()).toEqual([false, true]);
  });

  test('has no secret to rotate of somebody unknown', () => {
    expect(() => start().clients.rotateSecret('nobody', 0)).toThrow('no client "nobody"');
  });
});

test('secrets have 32 letters and digits', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expect(drawClientSecret(createRandom(seed))).toMatch(/^[A-Za-z0-9]{32}$/);
    }),
  );
});
