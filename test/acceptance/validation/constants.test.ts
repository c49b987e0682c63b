import { afterAll, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { CLIENT, ORDERS, newOrder, sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const BUYERS = ORDERS.replace('/orders', '/buyers');

const started = await closedBy(afterAll).start();

const [VEHICLE] = sampleOrder().vins;
const order = (vehicle: object): Promise<ApiAnswer> =>
  started.api.post(ORDERS, newOrder({ vins: [{ ...VEHICLE, ...vehicle }] }), { as: CLIENT });

const buyer = (overrides: object, address: object = {}): Promise<ApiAnswer> =>
  started.api.post(
    BUYERS,
    {
      vatNumber: 'PL9540638567',
      companyName: 'Autohandel Kowalski Sp. z o.o.',
      address: { street: 'ul. Glogowska 112', postCode: '60-243', city: 'Poznan', country: 'PL', ...address },
      kycMode: 'SERVICE_LED',
      ...overrides,
    },
    { as: CLIENT },
  );

const expectViolation = (answer: ApiAnswer, path: string, field: string, rejectedValue: unknown): void => {
  expectProblem(answer, started.mock, { status: 422, type: 'validation-error', instance: `/v1${path}`, detail: field });
  expect(answer.body.errors).toContainEqual({ field, message: expect.stringMatching(/\w/), rejectedValue });
};

test.each([
  ['WVWZZZ1JZ3W386752', true],
  ['WVWZZZ1JZ3W38675', false],
  ['WVWZZZ1JZ3W3867521', false],
  ['', false],
])('a VIN has exactly 17 characters: "%s" is one: %p', async (vin, isVin) => {
  const answer = await order({ vin });
  if (isVin) expect(answer.status).toBe(201);
  else expectViolation(answer, ORDERS, 'vins[0].vin', vin);
});

test.each([
  [0, true],
  [250_000, true],
  [-1, false],
  [0.5, false],
  ['12', false],
])('a mileage is an integer, at least 0: %j is one: %p', async (mileage, isMileage) => {
  const answer = await order({ mileage });
  if (isMileage) expect(answer.status).toBe(201);
  else expectViolation(answer, ORDERS, 'vins[0].mileage', mileage);
});

test('an order has at least one VIN', async () => {
  const answer = await started.api.post(ORDERS, sampleOrder({ vins: [] }), { as: CLIENT });
  expectViolation(answer, ORDERS, 'vins', []);
});

test.each(['PL9540638567', 'NL114933108B01', 'GBGD001'])(
  'the VAT number %s keeps to the pattern',
  async (vatNumber) => {
    expect((await buyer({ vatNumber })).status).toBe(201);
  },
);

test.each(['pl9540638567', '9540638567', 'PL', 'PL 954 063 85 67', 'PL-9540638567'])(
  'the VAT number %s breaks the pattern',
  async (vatNumber) => {
    expectViolation(await buyer({ vatNumber }), BUYERS, 'vatNumber', vatNumber);
  },
);

test.each(['POL', 'P', 'Poland', '', 'P1'])('the country "%s" is no 2-letter code', async (country) => {
  expectViolation(await buyer({}, { country }), BUYERS, 'address.country', country);
});

test.each([
  ['size=100', 200, ''],
  ['size=1&page=0', 200, ''],
  ['size=101', 422, 'size'],
  ['size=0', 422, 'size'],
  ['page=-1', 422, 'page'],
  ['page=one', 422, 'page'],
])('a list with %s is answered with %d', async (query, status, field) => {
  const answer = await started.api.get(`${BUYERS}?${query}`, { as: CLIENT });
  expect(answer.status).toBe(status);
  if (field !== '') expect(answer.body.errors).toEqual([expect.objectContaining({ field })]);
});
