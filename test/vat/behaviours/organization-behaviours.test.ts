import { afterAll, expect, test } from '@jest/globals';
import type { CallerOrganization } from '../../../src/engine/ports/ports.ts';
import { ORGANIZATION, OTHER_SELLER, openService } from '../open-service.ts';
import { SELLER } from '../../support/sample-records.ts';

const service = openService();
afterAll(() => service.stop());
const me = async (organization: CallerOrganization): Promise<unknown> =>
  (await service.call('getOrganization', { organization })).body;

test('who calls, for whom, and what it may do', async () => {
  const { status, body } = await service.call('getOrganization', { organization: { ...ORGANIZATION } });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      organizationUuid: ORGANIZATION.uuid,
      authorizedPartners: [SELLER, OTHER_SELLER],
      capabilities: {
        allowMarketplaceLedKyc: true,
        allowMultiVinOrders: true,
        allowKycDocumentDownload: true,
        rateLimitTier: 'STANDARD',
      },
    },
  });
});

test.each(['allowMarketplaceLedKyc', 'allowMultiVinOrders', 'allowKycDocumentDownload'])(
  'the capability %s is its own; one that is not named is not given',
  async (name) => {
    const none = { allowMarketplaceLedKyc: false, allowMultiVinOrders: false, allowKycDocumentDownload: false };
    expect(await me({ ...ORGANIZATION, capabilities: { [name]: true } })).toMatchObject({
      capabilities: { ...none, [name]: true },
    });
    expect(await me({ ...ORGANIZATION, capabilities: {} })).toMatchObject({ capabilities: none });
  },
);

test('an organization that has changed is another answer; one that has not is the very same', async () => {
  const before = await me(ORGANIZATION);
  expect(await me(ORGANIZATION)).toBe(before);
  expect(await me({ ...ORGANIZATION, rateLimitTier: 'HIGH_VOLUME' })).toMatchObject({
    capabilities: { rateLimitTier: 'HIGH_VOLUME' },
  });
});

test('nobody has no organization: that is a bug of ours', async () => {
  await expect(Promise.resolve().then(() => me(undefined as never))).rejects.toThrow('GET /me has a caller');
});
