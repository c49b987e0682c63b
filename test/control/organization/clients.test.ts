import { describe, expect, test } from '@jest/globals';
import { openOrganizationClients } from '../../../src/control/organization/clients.ts';
import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import { createClientDirectory } from '../../../src/identity/client-directory.ts';
import type { Organization } from '../../../src/identity/organization.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { createTestClock } from '../../support/test-clock.ts';

const owner = { uuid: '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31', sandbox: 'demo' } as Organization;
const client = { owner, isOperator: false };
const operator = { owner, isOperator: true };

/** An organization of the file with one client. */
const start = () => {
  const clients = createClientDirectory({
    organizations: [{ ...owner, clients: [{ clientId: 'one', clientSecret: 'secret', enabled: true }] }],
    clockOf: () => createTestClock(),
    random: createRandom('clients'),
  });
  return openOrganizationClients({
    store: createMemoryStore(),
    clients,
    created: {
      find: () => undefined,
      changeClients: () => Promise.resolve(false),
      setChange: () => Promise.resolve(false),
    },
    keepsRotations: false,
    open: () => undefined,
  });
};

describe('the clients of an organization', () => {
  test('are told by name when one is unknown', async () => {
    const clients = await start();
    await clients.add(owner, {});
    await expect(clients.change(client, 'three', {})).rejects.toMatchObject({
      members: { status: 404, detail: 'This organization has no client "three"; it has one, api-client-demo.' },
    });
  });

  test.each([{ enabled: false }, { serviceAccountsEnabled: false }])(
    'keep one that can get a token, unless an operator says otherwise: %p',
    async (change) => {
      const clients = await start();
      const { client: added } = await clients.add(owner, {});
      await clients.change(client, 'one', { enabled: false });
      await expect(clients.change(client, added.clientId, change)).rejects.toMatchObject({ members: { status: 409 } });
      await expect(clients.remove(client, added.clientId)).rejects.toMatchObject({ members: { status: 409 } });
      expect(await clients.change(operator, added.clientId, change)).toEqual({ ...added, ...change, changes: 1 });
    },
  );
});
