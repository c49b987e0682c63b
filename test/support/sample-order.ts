/** A client whose rate budget no test exhausts, and a seller that it may act for. */
export const CLIENT = 'api-client-enterprise';
export const ORDERS = '/partners/acbda359-95c1-4bf5-b598-96c4baf862d4/orders';

/** An order that the description accepts. */
export const sampleOrder = (overrides: object = {}): object => ({
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
