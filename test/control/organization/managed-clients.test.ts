import { describe, expect, test } from '@jest/globals';
import { MOST_CLIENTS, manageClients } from '../../../src/control/organization/managed-clients.ts';
import type { KnownClient } from '../../../src/identity/client-directory.ts';
import type { Organization } from '../../../src/identity/organization.ts';

const owner = { uuid: '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31', sandbox: 'demo' } as Organization;
const client = { owner, isOperator: false };
const operator = { owner, isOperator: true };

/** The clients of one organization, of which `fixed` cannot be removed. */
const managed = (clients: readonly KnownClient[], fixed: readonly string[] = []) => {
  let all = [...clients];
  const service = manageClients({
    of: () => all,
    add: async (_owner, { enabled = true }, check) => {
      await Promise.resolve();
      check(all);
      const added = { clientId: `added-${String(all.length)}`, enabled };
      all = [...all, added];
      return { client: added, clientSecret: 'secret' };
    },
    change: async (_owner, clientId, change, check) => {
      await Promise.resolve();
      check(all);
      all = all.map((each) => (each.clientId === clientId ? { ...each, ...change } : each));
      return all.find((each) => each.clientId === clientId)!;
    },
    remove: (_owner, clientId, check) => {
      if (fixed.includes(clientId)) return Promise.resolve(false);
      check(all);
      all = all.filter((each) => each.clientId !== clientId);
      return Promise.resolve(true);
    },
  });
  return { service, ids: () => service.list(owner).map(({ clientId }) => clientId) };
};

const one: KnownClient = { clientId: 'one', enabled: true };
const two: KnownClient = { clientId: 'two', enabled: true };

describe('the clients of an organization', () => {
  test('are no more than the maximum', async () => {
    const full = Array.from({ length: MOST_CLIENTS }, (_, index) => ({ clientId: String(index), enabled: true }));
    await expect(managed(full).service.add(owner, {})).rejects.toMatchObject({ members: { status: 409 } });
  });

  test('are told by name when one is unknown', async () => {
    await expect(managed([one, two]).service.change(client, 'three', {})).rejects.toMatchObject({
      members: { status: 404, detail: 'This organization has no client "three"; it has one, two.' },
    });
  });

  test.each([{ enabled: false }, { serviceAccountsEnabled: false }])(
    'keep one that can get a token, unless an operator says otherwise: %p',
    async (change) => {
      const { service } = managed([one, { ...two, enabled: false }]);
      await expect(service.change(client, 'one', change)).rejects.toMatchObject({ members: { status: 409 } });
      await expect(service.remove(client, 'one')).rejects.toMatchObject({ members: { status: 409 } });
      expect(await service.change(operator, 'one', change)).toEqual({ ...one, ...change });
    },
  );

  test('are removed, but for those of the organizations file', async () => {
    const { service, ids } = managed([one, two], ['two']);
    await expect(service.remove(client, 'two')).rejects.toMatchObject({ members: { status: 409 } });
    await service.remove(client, 'one');
    expect(ids()).toEqual(['two']);
  });
});
