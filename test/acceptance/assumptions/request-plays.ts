/* oxlint-disable typescript/no-unsafe-return -- Bodies of answers are any; what a play sees is compared as a whole. */
import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { OTHER_VIN, SELLER, VIN, succeed, toMultipart, vehicle } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';

const PARTNER = `/partners/${SELLER}`;
const HOOK = { url: 'http://127.0.0.1:9/hook', events: ['kyc.*'] };
const LONG = 'x'.repeat(256);
const ADDRESS = { street: 'Hafenstraße 3', postCode: '20457', city: 'Hamburg', country: 'DE' };

const buyerOf = async ({ flow }: Stage, change: object = {}): Promise<string> =>
  String(succeed(await flow.createBuyer(change)).body.uuid);

const orderOf = async ({ flow }: Stage): Promise<string> => (await flow.begin()).orderUuid;

const upload = ({ api }: Stage, path: string, type: string) => {
  const { body, contentType } = toMultipart({ type }, 'file.pdf');
  return api.post(path, body, { headers: { 'content-type': contentType } });
};

/** Paid in full, with evidence named or not. */
const readyForPickup = async (stage: Stage): Promise<string> => {
  const orderUuid = await orderOf(stage);
  succeed(await stage.flow.submitInvoice(orderUuid));
  succeed(await stage.flow.pay(orderUuid));
  return orderUuid;
};

const sizes = async ({ api }: Stage) => {
  const { status, body } = await api.get(`${PARTNER}/buyers?size=1000`);
  return [status, body.pagination?.size];
};

const misspelt: Pick<Play, 'observe' | 'chosen'> = {
  observe: async ({ api }) => {
    const { status, body } = await api.get(`${PARTNER}/buyers?sise=5`);
    return [status, body.errors?.[0].field, (await api.get(`${PARTNER}/buyers?size=5`)).status];
  },
  chosen: [200, undefined, 200],
};

export const REQUEST_PLAYS = {
  'unknown-request-properties=ignored': {
    observe: async ({ flow }) => {
      const change = { colour: 'red', address: { ...ADDRESS, floor: 3 } };
      const first = await flow.createBuyer(change);
      return [first.status, first.body.address?.floor, (await flow.createBuyer()).status];
    },
    chosen: [422, undefined, 201],
    switched: [201, undefined, 200],
  },
  'code-patterns=any-case': {
    observe: async (stage) => {
      const totalAmount = { value: 1_250_000, currency: 'eur' };
      return (await stage.flow.createOrder(await buyerOf(stage), { totalAmount })).status;
    },
    chosen: 422,
    switched: 201,
  },
  'text-limits=at-most-255': {
    observe: async ({ flow }) => (await flow.createBuyer({ companyName: LONG })).status,
    chosen: 201,
    switched: 422,
  },
  'text-limits=empty-accepted': {
    observe: async ({ flow }) => (await flow.createBuyer({ companyName: '' })).status,
    chosen: 422,
    switched: 201,
  },
  'address-limits=at-most-255': {
    observe: async ({ flow }) => (await flow.createBuyer({ address: { ...ADDRESS, street: LONG } })).status,
    chosen: 201,
    switched: 422,
  },
  'buyer-contact-fields=required': {
    observe: async ({ flow }) => (await flow.createBuyer({ contacts: [{ phone: '1' }] })).status,
    chosen: 201,
    switched: 422,
  },
  'buyer-contact-fields=email-checked': {
    observe: async ({ flow }) => (await flow.createBuyer({ contacts: [{ email: 'nobody' }] })).status,
    chosen: 201,
    switched: 422,
  },
  'buyer-document-types=any-text': {
    observe: async (stage) =>
      (await upload(stage, `${PARTNER}/buyers/${await buyerOf(stage)}/documents`, 'LETTER')).status,
    chosen: 422,
    switched: 201,
  },
  'order-document-types=any-text': {
    observe: async (stage) =>
      (await upload(stage, `${PARTNER}/orders/${await orderOf(stage)}/documents`, 'LETTER')).status,
    chosen: 422,
    switched: 201,
  },
  'document-patch=archived-only': {
    observe: async (stage) => {
      const { body } = succeed(await stage.flow.upload(await orderOf(stage), 'CMR'));
      return (await stage.api.patch(`/documents/${String(body.id)}`, { status: 'ACTIVE' })).status;
    },
    chosen: 200,
    switched: 422,
  },
  'find-orders=vin-required': {
    observe: async ({ api }) => [(await api.get('/orders')).status, (await api.get(`/orders?vin=${VIN}`)).status],
    chosen: [200, 200],
    switched: [422, 200],
  },
  'payment-shape=proof-required': {
    observe: async (stage) => {
      const orderUuid = await orderOf(stage);
      succeed(await stage.flow.submitInvoice(orderUuid));
      return (await stage.flow.pay(orderUuid)).status;
    },
    chosen: 201,
    switched: 422,
  },
  'pickup-shape=evidence-required': {
    observe: async (stage) => (await stage.flow.confirmPickup(await readyForPickup(stage))).status,
    chosen: 200,
    switched: 422,
  },
  'delivery-shape=evidence-required': {
    observe: async (stage) => {
      const orderUuid = await readyForPickup(stage);
      succeed(await stage.flow.confirmPickup(orderUuid));
      return (await stage.flow.confirmDelivery(orderUuid)).status;
    },
    chosen: 200,
    switched: 422,
  },
  'delivery-before-pickup=accepted': {
    observe: async (stage) => {
      const orderUuid = await readyForPickup(stage);
      succeed(await stage.flow.confirmPickup(orderUuid));
      return (await stage.flow.confirmDelivery(orderUuid, { deliveredAt: '2026-01-01T00:00:00Z' })).status;
    },
    chosen: 422,
    switched: 200,
  },
  'transport-in-future=refused': {
    observe: async (stage) => {
      const orderUuid = await readyForPickup(stage);
      const [past, future] = ['2026-01-01T00:00:00Z', '2096-01-01T00:00:00Z'];
      const { status } = await stage.flow.confirmPickup(orderUuid, { pickedUpAt: future });
      if (status === 422) succeed(await stage.flow.confirmPickup(orderUuid, { pickedUpAt: past }));
      return [status, (await stage.flow.confirmDelivery(orderUuid, { deliveredAt: future })).status];
    },
    chosen: [200, 200],
    switched: [422, 422],
  },
  'cancel-order=reason-required': {
    observe: async (stage) => (await stage.api.post(`/orders/${await orderOf(stage)}/cancel`, {})).status,
    chosen: 200,
    switched: 422,
  },
  'webhook-url=https-only': {
    observe: async ({ api }) => (await api.post('/webhooks', HOOK)).status,
    chosen: 201,
    switched: 422,
  },
  'webhook-event-filters=unknown-accepted': {
    observe: async ({ api }) => (await api.post('/webhooks', { ...HOOK, events: ['invoice.*'] })).status,
    chosen: 422,
    switched: 201,
  },
  'webhook-test-request=any-type': {
    observe: async ({ mock, api }) => {
      const { id } = succeed(await api.post('/webhooks', HOOK)).body;
      const { status } = await api.post(`/webhooks/${String(id)}/test`, { eventType: 'invoice.paid', data: {} });
      await mock.idle();
      return status;
    },
    chosen: 422,
    switched: 202,
  },
  'webhook-required-fields=events-optional': {
    observe: async ({ api }) => {
      const { status, body } = await api.post('/webhooks', { url: HOOK.url });
      return [status, body.events?.length];
    },
    chosen: [422, undefined],
    switched: [201, 6],
  },
  'webhook-partner-ids=empty-means-all': {
    observe: async ({ api }) => {
      const { status, body } = await api.post('/webhooks', { ...HOOK, partnerIds: [] });
      return [status, body.partnerIds];
    },
    chosen: [422, undefined],
    switched: [201, undefined],
  },
  'vin-characters=no-ioq': {
    observe: async (stage) =>
      (await stage.flow.createOrder(await buyerOf(stage), { vins: [vehicle('WVWZZZ1KZ6W38675O')] })).status,
    chosen: 201,
    switched: 422,
  },
  'order-total-amount=refused': {
    observe: async (stage) => {
      const totalAmount = { value: 1, currency: 'EUR' };
      return (await stage.flow.createOrder(await buyerOf(stage), { totalAmount })).status;
    },
    chosen: 201,
    switched: 422,
  },
  'order-vins-limits=no-repetitions': {
    observe: async (stage) =>
      (await stage.flow.createOrder(await buyerOf(stage), { vins: [VIN, OTHER_VIN, VIN].map((vin) => vehicle(vin)) }))
        .status,
    chosen: 201,
    switched: 422,
  },
  'invoice-required-fields=three': {
    observe: async (stage) => {
      const change = { vatIncluded: undefined, marginScheme: undefined };
      const { status, body } = await stage.flow.submitInvoice(await orderOf(stage), change);
      return [status, body.marginScheme];
    },
    chosen: [422, undefined],
    switched: [201, false],
  },
  'buyer-patch-address=merged': {
    observe: async (stage) => {
      const path = `${PARTNER}/buyers/${await buyerOf(stage)}`;
      const { status, body } = await stage.api.patch(path, { address: { city: 'Altona' } });
      return [status, body.address?.city, body.address?.street];
    },
    chosen: [422, undefined, undefined],
    switched: [200, 'Altona', ADDRESS.street],
  },
  'vat-country-prefix=refused': {
    observe: async ({ flow }) => (await flow.createBuyer({ vatNumber: 'NL114933108B01' })).status,
    chosen: 201,
    switched: 422,
  },
  'pagination-sort=minus': {
    observe: async (stage) => {
      const names = ['Beta', 'Alpha'];
      for (const [index, companyName] of names.entries())
        await buyerOf(stage, { companyName, vatNumber: `DE100${'200'.repeat(index)}` });
      const sorted = ['companyName,asc', '-companyName', 'companyName'].map(async (sort) => {
        const { status, body } = await stage.api.get(`${PARTNER}/buyers?sort=${sort}`);
        return [status, body.data?.[0].companyName];
      });
      return Promise.all(sorted);
    },
    chosen: [
      [200, 'Alpha'],
      [422, undefined],
      [422, undefined],
    ],
    switched: [
      [422, undefined],
      [200, 'Beta'],
      [200, 'Alpha'],
    ],
  },
  'unknown-query-parameters=validation-error': { ...misspelt, switched: [422, 'sise', 200] },
  'unknown-query-parameters=malformed-request': { ...misspelt, switched: [400, undefined, 200] },
  'pagination-limits=clamped': { observe: sizes, chosen: [422, undefined], switched: [200, 100] },
  'pagination-limits=no-maximum': { observe: sizes, chosen: [422, undefined], switched: [200, 1000] },
  'pagination-shape=from-one': {
    observe: async (stage) => {
      await buyerOf(stage);
      const pages = ['', '?page=0', '?page=1'].map((query) => stage.api.get(`${PARTNER}/buyers${query}`));
      return (await Promise.all(pages)).map(({ status, body }) => [status, body.pagination?.page, body.data?.length]);
    },
    chosen: [
      [200, 0, 1],
      [200, 0, 1],
      [200, 1, 0],
    ],
    switched: [
      [200, 1, 1],
      [422, undefined, undefined],
      [200, 1, 1],
    ],
  },
} as const satisfies Partial<Record<Choice, Play>>;
