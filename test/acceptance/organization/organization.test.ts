import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { closedBy } from '../../support/closed-by.ts';

interface Listed {
  readonly uuid: string;
  readonly dpaAccepted: boolean;
  readonly rateLimitTier: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly sellers: readonly { readonly uuid: string }[];
  readonly clients: readonly { readonly clientId: string; readonly enabled: boolean }[];
}

const file = new URL('../../../fixtures/organizations.yaml', import.meta.url);
const { organizations } = parse(readFileSync(file, 'utf8')) as { organizations: readonly Listed[] };
const served = organizations
  .filter(({ dpaAccepted }) => dpaAccepted)
  .flatMap((organization) =>
    organization.clients
      .filter(({ enabled }) => enabled)
      .map(({ clientId }): [string, Listed] => [clientId, organization]),
  );

const { api } = await closedBy(afterAll).start();

test.each(served)('%s reads who its organization is and what it may', async (as, organization) => {
  const { status, headers, body } = await api.get('/me', { as });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      organizationUuid: organization.uuid,
      authorizedPartners: organization.sellers.map(({ uuid }) => uuid),
      capabilities: { ...organization.capabilities, rateLimitTier: organization.rateLimitTier },
    },
  });
  // "A 5-minute in-process cache is recommended."
  expect(headers['cache-control']).toBe('private, max-age=300');
});

test('the tier that an organization reads is the one by which it is counted', async () => {
  const READS: Readonly<Record<string, string>> = { STANDARD: '300', HIGH_VOLUME: '1000', ENTERPRISE: '10000000' };
  const seen = new Set<string>();
  for (const [as] of served) {
    const { headers, body } = await api.get('/me', { as });
    const tier = String(body.capabilities.rateLimitTier);
    seen.add(tier);
    expect([as, headers['x-ratelimit-limit']]).toEqual([as, READS[tier]]);
  }
  expect([...seen].sort()).toEqual(Object.keys(READS).sort());
});

test('a seller that it lists is one that it may act for, in every organization', async () => {
  for (const [as] of served)
    for (const seller of (await api.get('/me', { as })).body.authorizedPartners as readonly string[])
      expect([as, seller, (await api.get(`/partners/${seller}/buyers`, { as })).status]).toEqual([as, seller, 200]);
});
