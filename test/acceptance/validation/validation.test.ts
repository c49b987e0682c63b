import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const ORDERS = '/partners/3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31/orders';

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
afterAll(() => started.stop());

const order = (overrides: object = {}): object => ({
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

test('a valid order is answered with 201 and an Order', async () => {
  const { status, body, headers } = await started.api.post(ORDERS, order());
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'CREATED', version: 1 });
  expect(headers).toMatchObject({ etag: '"1"', 'x-mock-source': 'faked' });
  expect(headers['location']).toBe(`${started.mock.baseUrl}${ORDERS}/${body.uuid}`);
});

test('a wrong order is answered with one entry per violation', async () => {
  const { status, body } = await started.api.post(ORDERS, order({ vins: [{ vin: 'ABC', brand: 7 }], extra: true }));
  expect(status).toBe(422);
  expect(body.type).toBe(`${started.mock.url}/problems/validation-error`);
  expect(body.errors).toHaveLength(5);
  expect(body.errors).toEqual(
    expect.arrayContaining([
      { field: 'vins[0].vin', message: 'must have at least 17 characters, but has 3', rejectedValue: 'ABC' },
      { field: 'vins[0].brand', message: 'must be string, but is integer', rejectedValue: 7 },
      { field: 'vins[0].model', message: 'is required', rejectedValue: null },
      { field: 'vins[0].purchaseAmount', message: 'is required', rejectedValue: null },
    ]),
  );
});
