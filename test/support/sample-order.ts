/** A client whose rate budget no test exhausts, and a seller that it may act for. */
export const CLIENT = 'api-client-enterprise';
export const ORDERS = '/partners/acbda359-95c1-4bf5-b598-96c4baf862d4/orders';

/** The first seller of the demo organization, whose budget is STANDARD: 60 writes a minute and ten more. */
export const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';

/** An order that the description accepts. */
export const sampleOrder = (overrides: object = {}) => ({
  externalOrderId: 'A-1',
  buyerId: 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035',
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
