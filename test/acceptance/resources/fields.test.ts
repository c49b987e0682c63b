import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import type { ApiAnswer } from '../../support/api-client.ts';

import { VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';
import { claire, createLinks, linkOf, lucia } from '../self-service/links.ts';

const AS = { as: 'api-client-enterprise' };
const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
const PARTNER = `/partners/${SELLER}`;

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const WORDS = expect.stringMatching(/\w+ \w+/);

const money = { value: 1_250_000, currency: 'EUR' };
const contact = { firstName: 'Jana', lastName: 'Horáková', email: 'jana@autobazar.example', phone: '+420 222 555 017' };
const address = { street: 'Vinohradská 12', postCode: '120 00', city: 'Praha', country: 'CZ' };

let buyerId: string;

const { receive, start } = closedBy(afterAll);
const [started, receiver] = await Promise.all([start(), receive()]);
beforeAll(async () => {
  const workflow = createWorkflow(started.api, started.clock, { ...AS, seller: SELLER });
  buyerId = succeed(await workflow.createBuyer()).body.uuid as string;
  started.clock.advance(10_000);
});

const workflowOf = () => createWorkflow(started.api, started.clock, { ...AS, seller: SELLER });
const get = async (path: string): Promise<ApiAnswer['body']> => succeed(await started.api.get(path, AS)).body;

let made = 0;
const orderBody = (change: object = {}): object => ({
  externalOrderId: `FIELDS-${String(++made)}`,
  buyerId,
  purchaseDate: '2026-11-02',
  vins: [vehicle(VIN)],
  totalAmount: money,
  ...change,
});
const createOrder = (change: object): Promise<ApiAnswer> =>
  started.api.post(`${PARTNER}/orders`, orderBody(change), AS);
const createBuyer = (change: object): Promise<ApiAnswer> =>
  started.api.post(
    `${PARTNER}/buyers`,
    { vatNumber: `CZ${'100'.repeat(++made)}`, companyName: 'Autobazar', address, kycMode: 'SERVICE_LED', ...change },
    AS,
  );

type Send = (value: unknown) => Promise<ApiAnswer>;

interface Member {
  readonly send: Send;
  readonly required: boolean;
  /** What it may not be. */
  readonly wrong: readonly unknown[];
}

const inOrder =
  (name: string): Send =>
  (value) =>
    createOrder({ [name]: value });
const inVehicle =
  (name: string): Send =>
  (value) =>
    createOrder({ vins: [vehicle(VIN, { [name]: value })] });
const inContact =
  (name: string): Send =>
  (value) =>
    createOrder({ responsibleContact: { ...contact, [name]: value } });
const inBuyer =
  (name: string): Send =>
  (value) =>
    createBuyer({ [name]: value });

const TEXT = [1, null, []];
const DATE = ['2026-02-30', '2 November 2026', '2026-11-02T00:00:00Z', 20261102];
const MONEY = [12, 'EUR 12', { value: 12 }, { currency: 'EUR' }, { value: 1.5, currency: 'EUR' }];

/** The request tables of the published text, member by member. */
const REQUESTS: Readonly<Record<string, Member>> = {
  'order: externalOrderId': { send: inOrder('externalOrderId'), required: true, wrong: TEXT },
  'order: buyerId': { send: inOrder('buyerId'), required: true, wrong: ['DE100', 1] },
  'order: purchaseDate': { send: inOrder('purchaseDate'), required: true, wrong: DATE },
  'order: responsibleContact': { send: inOrder('responsibleContact'), required: false, wrong: ['Jana', {}] },
  'order: vins': { send: inOrder('vins'), required: true, wrong: [[], vehicle(VIN), 'WVWZZZ1KZ6W386752'] },
  'order: totalAmount': { send: inOrder('totalAmount'), required: true, wrong: MONEY },
  'vehicle: vin': { send: inVehicle('vin'), required: true, wrong: [VIN.slice(1), `${VIN}1`, 17] },
  'vehicle: brand': { send: inVehicle('brand'), required: true, wrong: TEXT },
  'vehicle: model': { send: inVehicle('model'), required: true, wrong: TEXT },
  'vehicle: mileage': { send: inVehicle('mileage'), required: false, wrong: [-1, 0.5, '12'] },
  'vehicle: firstRegistrationDate': { send: inVehicle('firstRegistrationDate'), required: false, wrong: DATE },
  'vehicle: purchaseAmount': { send: inVehicle('purchaseAmount'), required: true, wrong: MONEY },
  'contact: firstName': { send: inContact('firstName'), required: true, wrong: TEXT },
  'contact: lastName': { send: inContact('lastName'), required: true, wrong: TEXT },
  'contact: email': { send: inContact('email'), required: true, wrong: ['jana', 1] },
  'contact: phone': { send: inContact('phone'), required: false, wrong: TEXT },
  'money: value': {
    send: (value) => createOrder({ totalAmount: { value, currency: 'EUR' } }),
    required: true,
    wrong: ['1250000', 0.5, 1e19],
  },
  'money: currency': {
    send: (currency) => createOrder({ totalAmount: { value: 1, currency } }),
    required: true,
    wrong: ['euro', 'EU', 978],
  },
  'buyer: vatNumber': { send: inBuyer('vatNumber'), required: true, wrong: ['cz100', 'CZ', '27082440', 'CZ-100'] },
  'buyer: companyName': { send: inBuyer('companyName'), required: true, wrong: TEXT },
  'buyer: address': { send: inBuyer('address'), required: true, wrong: ['Praha', {}] },
  'buyer: address.country': {
    send: (country) => createBuyer({ address: { ...address, country } }),
    required: true,
    wrong: ['CZE', 'cz', 'Czechia', ''],
  },
  'buyer: contacts': { send: inBuyer('contacts'), required: false, wrong: [contact, 'Jana', [1]] },
  'buyer: kycMode': { send: inBuyer('kycMode'), required: true, wrong: ['MODE_A', 'service_led', null] },
};

describe.each(Object.entries(REQUESTS))('in a request, %s', (_name, { send, required, wrong }) => {
  test(required ? 'is required' : 'may be left out', async () => {
    const { status, body } = await send(undefined);
    expect(status).toBe(required ? 422 : 201);
    if (required) expect(body.errors).toMatchObject([{ field: expect.any(String), message: WORDS }]);
  });

  test('is taken in its form only', async () => {
    for (const value of wrong) {
      const { status, body } = await send(value);
      expect({ value, status }).toEqual({ value, status: 422 });
      expect(body.type).toMatch(/\/problems\/validation-error$/);
    }
  });
});

describe('in an answer', () => {
  const vin = {
    vin: VIN,
    brand: 'Volkswagen',
    model: 'Golf',
    mileage: 64_000,
    firstRegistrationDate: '2021-04-01',
    purchaseAmount: money,
  };

  test('an order has the documented fields, and no others', async () => {
    const sent = orderBody({ responsibleContact: contact }) as { readonly externalOrderId: string };
    const { body } = succeed(await started.api.post(`${PARTNER}/orders`, sent, AS));
    expect(body).toEqual({
      ...sent,
      uuid: UUID,
      status: 'CREATED',
      vins: [{ ...vin, complianceStatus: 'PENDING' }],
      version: 1,
      createdAt: INSTANT,
      updatedAt: INSTANT,
    });
    expect(await get(`${PARTNER}/orders/${body.uuid as string}`)).toEqual(body);
  });

  test('a buyer has the documented fields, its address a uuid, and its contacts are left out', async () => {
    const { body } = succeed(await createBuyer({ vatNumber: 'CZ27082440', contacts: [contact] }));
    expect(body).toEqual({
      uuid: UUID,
      vatNumber: 'CZ27082440',
      companyName: 'Autobazar',
      address: { ...address, uuid: UUID },
      kycMode: 'SERVICE_LED',
      status: 'ACTIVE',
      version: 1,
      createdAt: INSTANT,
      updatedAt: INSTANT,
    });
  });

  test('an invoice has its type, what was sent, its status, and what the final one is about', async () => {
    const { body: order } = succeed(await createOrder({}));
    const sent = {
      invoiceDate: '2026-11-03',
      invoiceNumber: 'R-1',
      vatIncluded: false,
      amount: money,
      marginScheme: false,
    };
    const path = `${PARTNER}/orders/${order.uuid as string}/invoice`;
    const shared = { status: 'SUBMITTED', version: expect.any(Number), updatedAt: INSTANT };
    const first = { ...sent, ...shared, type: 'PRELIMINARY', finalInvoiceRequired: true };
    expect(succeed(await started.api.post(path, sent, AS)).body).toEqual({ ...first, finalInvoiceReceived: false });
    const final = { ...sent, invoiceNumber: 'R-2' };
    expect(succeed(await started.api.post(path, final, AS)).body).toEqual({
      ...final,
      ...shared,
      type: 'FINAL',
      finalInvoiceRequired: true,
      finalInvoiceReceived: true,
    });
    // At most one of each type: the same type again takes the place of the one before.
    succeed(await started.api.post(path, { ...final, invoiceNumber: 'R-3', type: 'FINAL' }, AS));
    const { data } = await get(path);
    expect(data).toMatchObject([
      { type: 'PRELIMINARY', invoiceNumber: 'R-1', finalInvoiceReceived: true },
      { type: 'FINAL', invoiceNumber: 'R-3', version: 2 },
    ]);
  });

  test('a prospect has the documented fields; a consumer has no company', async () => {
    const links = createLinks(started.api);
    for (const person of [claire, lucia]) {
      const { url } = linkOf(await links.invite());
      const { body } = succeed(await links.submitProspect(url, person));
      expect(await get(`${PARTNER}/prospects/${body.uuid as string}`)).toEqual({
        ...person,
        uuid: body.uuid as string,
        status: 'SUBMITTED',
        submittedAt: INSTANT,
      });
    }
  });

  test('a delivery has the documented fields, nextRetryAt null where no attempt follows', async () => {
    receiver.answer('/hook', 500, 200);
    const { body: hook } = succeed(
      await started.api.post('/webhooks', { url: receiver.urlOf(), events: ['kyc.*'] }, AS),
    );
    const path = `/webhooks/${hook.id as string}`;
    const { body: sent } = succeed(
      await started.api.post(`${path}/test`, { eventType: 'prospect.submitted', data: {} }, AS),
    );
    await started.mock.idle();
    const delivery = {
      id: expect.stringMatching(/^del_/),
      eventId: sent.eventId as string,
      eventType: 'prospect.submitted',
      lastAttemptAt: INSTANT,
      createdAt: INSTANT,
    };
    expect((await get(`${path}/deliveries`)).data).toEqual([
      { ...delivery, status: 'PENDING', httpStatus: 500, attempts: 1, nextRetryAt: INSTANT },
    ]);
    await started.mock.clock.advance({ by: 'PT6S' }, 'enterprise');
    expect((await get(`${path}/deliveries`)).data).toEqual([
      { ...delivery, status: 'DELIVERED', httpStatus: 200, attempts: 2, nextRetryAt: null },
    ]);
  });

  test('the rollup has its status, decision, blockers, viesResult and version', async () => {
    const { body: order } = succeed(await createOrder({}));
    expect(await get(`/orders/${order.uuid as string}/compliance`)).toEqual({
      orderUuid: order.uuid as string,
      status: 'INCOMPLETE',
      decision: null,
      blockers: expect.arrayContaining([{ code: 'PAYMENT_MISSING', message: WORDS }]),
      viesResult: 'VALID',
      version: 1,
      updatedAt: INSTANT,
    });
  });

  test('a document has an identifier, its type and its status', async () => {
    const { body: order } = succeed(await createOrder({}));
    const { body } = succeed(await workflowOf().upload(order.uuid as string, 'CMR'));
    expect(body).toMatchObject({ id: UUID, type: 'CMR', status: 'ACTIVE' });
    expect(
      succeed(await started.api.patch(`/documents/${body.id as string}`, { status: 'ARCHIVED' }, AS)).body,
    ).toEqual({
      ...body,
      status: 'ARCHIVED',
      version: 2,
      updatedAt: INSTANT,
    });
  });
});

// Copied from the published API description, not from the code, so that a mistake in the code cannot hide here.
test.each([
  [
    'OrderStatus',
    [
      'CREATED',
      'INVOICE_SUBMITTED',
      'PAYMENT_SUBMITTED',
      'READY_FOR_PICKUP',
      'TRANSPORT_IN_PROGRESS',
      'TRANSPORT_COMPLETED',
      'COMPLIANCE_VALID',
      'COMPLIANCE_INVALID',
      'CANCELLED',
    ],
  ],
  ['OrderVinComplianceStatus', ['PENDING', 'PICKUP_CONFIRMED', 'IN_TRANSIT', 'DELIVERED', 'VALID', 'INVALID']],
  ['KycMode', ['MARKETPLACE_LED', 'SERVICE_LED']],
  ['BuyerStatus', ['ACTIVE', 'BLOCKED']],
  ['InvoiceType', ['PRELIMINARY', 'FINAL']],
  ['Invoice.status', ['DRAFT', 'SUBMITTED', 'VALID', 'INVALID']],
  ['ProspectType', ['COMPANY', 'CONSUMER']],
  ['WebhookStatus', ['ACTIVE', 'PAUSED']],
  ['WebhookDeliveryStatus', ['PENDING', 'DELIVERED', 'FAILED']],
  ['Capabilities.rateLimitTier', ['STANDARD', 'HIGH_VOLUME', 'ENTERPRISE']],
  ['ComplianceRollup.status', ['INCOMPLETE', 'VALID', 'INVALID']],
  ['ComplianceDecision', ['VALID_EXPORT', 'VAT_APPLICABLE']],
  ['ViesResult', ['PENDING', 'UNKNOWN', 'VALID', 'INVALID']],
  ['DocumentStatus', ['ACTIVE', 'ARCHIVED']],
])('%s has the documented values, and no others', async (name, values) => {
  const { body } = await started.api.get(`${started.mock.url}/openapi.json`, { as: null });
  const [schema = '', property] = name.split('.');
  const found = body.components.schemas[schema];
  const { enum: described } = (property === undefined ? found : found.properties[property]) as { enum: string[] };
  expect(described.toSorted()).toEqual(values.toSorted());
});
