import { defineBehaviours } from '../behaviour.ts';

/** Discovery: what the caller's organization may do. */
export const organizationBehaviours = defineBehaviours({
  getOrganization: ({ organization }) => {
    if (organization === undefined) throw new Error('GET /me has a caller');
    const { uuid, sellers, capabilities, rateLimitTier } = organization;
    return Promise.resolve({
      status: 200,
      body: {
        organizationUuid: uuid,
        authorizedPartners: sellers.map((seller) => seller.uuid),
        capabilities: {
          allowMarketplaceLedKyc: capabilities['allowMarketplaceLedKyc'] === true,
          allowMultiVinOrders: capabilities['allowMultiVinOrders'] === true,
          allowKycDocumentDownload: capabilities['allowKycDocumentDownload'] === true,
          rateLimitTier: rateLimitTier as 'STANDARD',
        },
      },
    });
  },
});
