/** A client whose rate budget no test exhausts, and a seller that it may act for. */
export const CLIENT = 'api-client-enterprise';
export const ORDERS = '/partners/acbda359-95c1-4bf5-b598-96c4baf862d4/orders';

/** The first seller of the demo organization, whose budget is STANDARD: 60 writes a minute and ten more. */
export const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';

/** A buyer of the first seller of the demo organization, and one of the enterprise organization's first seller. */
export const BUYER = 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035';

/** The second seller of the demo organization. */
export const SECOND_SELLER = '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f';

/** The restricted organization: STANDARD too, and without any capability. */
export const RESTRICTED_SELLER = '1df37d56-914b-4198-b2c0-2f6427c2b072';
export const RESTRICTED_BUYER = '58c1e7d0-9a4f-4b62-8d3e-0f7b6c2a5194';

export const HIGH_VOLUME_SELLER = '2f590b6b-0746-4be4-98dc-7c43db7a57b9';
export const HIGH_VOLUME_BUYER = 'd10f8b5c-72e6-4a39-8f04-b3c9e6d7a152';

/** An order that the description accepts. */
export const sampleOrder = (overrides: object = {}) => ({
  externalOrderId: 'A-1',
  buyerId: BUYER,
  purchaseDate: '2026-11-02',
  vins: [
    {
      vin: 'WVWZZZ1JZ3W386752',
      brand: 'Volkswagen',
      model: 'Golf',
      purchaseAmount: { value: 1_250_000, currency: 'EUR' },
    },
  ],
  totalAmount: { value: 1_250_000, currency: 'EUR' },
  ...overrides,
});

/** A buyer of Mode A that the description accepts; VIES answers for DE100 that it is valid. */
export const sampleBuyer = (change: object = {}) => ({
  vatNumber: 'DE100',
  companyName: 'Autohaus Beispiel GmbH',
  address: { street: 'Hafenstraße 3', postCode: '20457', city: 'Hamburg', country: 'DE' },
  kycMode: 'MARKETPLACE_LED',
  ...change,
});

let made = 0;

/** An order that nobody has sent before. The same externalOrderId again would be the same order, or a conflict. */
export const newOrder = (overrides: object = {}) =>
  sampleOrder({ externalOrderId: `NEW-${String(++made)}`, ...overrides });
