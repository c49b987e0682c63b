import { sampleBuyer } from './sample-order.ts';
import type { ApiAnswer, ApiCall, ApiClient } from './api-client.ts';
import type { TestClock } from './test-clock.ts';

/** The first seller of the demo organization. */
export const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';

export const VIN = 'WVWZZZ1KZ6W386752';
export const OTHER_VIN = 'WBA3A5C50CF256551';

export const vehicle = (vin: string, change: object = {}) => ({
  vin,
  brand: 'Volkswagen',
  model: 'Golf',
  mileage: 64_000,
  firstRegistrationDate: '2021-04-01',
  purchaseAmount: { value: 1_250_000, currency: 'EUR' },
  ...change,
});

export type OrderDocumentType = 'INVOICE' | 'PROOF_OF_PAYMENT' | 'CMR' | 'PICKUP_DECLARATION' | 'DELIVERY_DECLARATION';

/** The seven steps as a client takes them, one call each; every answer is returned as it came. */
export interface Workflow {
  /** A buyer of Mode A; VIES answers for DE100 that it is valid. */
  readonly createBuyer: (change?: object) => Promise<ApiAnswer>;
  readonly createOrder: (buyerId: string, change?: object) => Promise<ApiAnswer>;
  readonly submitInvoice: (orderUuid: string, change?: object) => Promise<ApiAnswer>;
  readonly pay: (orderUuid: string, change?: object) => Promise<ApiAnswer>;
  readonly upload: (
    orderUuid: string,
    type: OrderDocumentType,
    vin?: string,
    invoiceType?: 'PRELIMINARY' | 'FINAL',
  ) => Promise<ApiAnswer>;
  readonly confirmPickup: (orderUuid: string, change?: object) => Promise<ApiAnswer>;
  readonly revokePickup: (orderUuid: string, change?: object) => Promise<ApiAnswer>;
  readonly confirmDelivery: (orderUuid: string, change?: object) => Promise<ApiAnswer>;
  readonly order: (orderUuid: string) => Promise<ApiAnswer>;
  readonly compliance: (orderUuid: string) => Promise<ApiAnswer>;
  readonly transport: (orderUuid: string) => Promise<ApiAnswer>;
  /** A buyer whom VIES has confirmed, and an order of the VINs. */
  readonly begin: (vins?: readonly object[], buyer?: object) => Promise<Begun>;
  /** Invoice, payment, CMR and pickup, with their evidence: everything is on the road, and VALID. */
  readonly takeToTheRoad: (orderUuid: string) => Promise<void>;
  /** Final invoice and delivery, with their evidence: the verdict follows by itself. */
  readonly arrive: (orderUuid: string, invoice?: object) => Promise<void>;
}

export interface Begun {
  readonly buyerUuid: string;
  readonly orderUuid: string;
}

/** Names are never given twice, whoever asks. */
let made = 0;

/** Long enough for VIES to have answered. */
const VIES_ANSWERED = 10_000;

/** Throws with the whole answer when a step that a test only passes through did not succeed. */
export const succeed = (answer: ApiAnswer): ApiAnswer => {
  if (answer.status < 300) return answer;
  throw new Error(`${String(answer.status)} ${answer.text}`);
};

export const createWorkflow = (
  api: ApiClient,
  clock: TestClock,
  { as = 'api-client-demo', seller = SELLER }: { readonly as?: string; readonly seller?: string } = {},
): Workflow => {
  const post = (path: string, body: unknown, call: ApiCall = {}): Promise<ApiAnswer> =>
    api.post(path, body, { as, ...call });
  const get = (path: string): Promise<ApiAnswer> => api.get(path, { as });
  const partner = `/partners/${seller}`;
  const isoNow = (): string => new Date(clock.now()).toISOString();

  const workflow: Workflow = {
    createBuyer: (change = {}) => post(`${partner}/buyers`, sampleBuyer(change)),
    createOrder: (buyerId, change = {}) =>
      post(`${partner}/orders`, {
        externalOrderId: `ORD-${String(++made)}`,
        buyerId,
        purchaseDate: '2026-11-02',
        vins: [vehicle(VIN)],
        totalAmount: { value: 1_250_000, currency: 'EUR' },
        ...change,
      }),
    submitInvoice: (orderUuid, change = {}) =>
      post(`${partner}/orders/${orderUuid}/invoice`, {
        invoiceDate: '2026-11-03',
        invoiceNumber: `R-${String(++made)}`,
        vatIncluded: false,
        amount: { value: 1_250_000, currency: 'EUR' },
        marginScheme: false,
        ...change,
      }),
    pay: (orderUuid, change = {}) =>
      post(`${partner}/orders/${orderUuid}/payment`, {
        amount: { value: 1_250_000, currency: 'EUR' },
        paidAt: isoNow(),
        ...change,
      }),
    upload: (orderUuid, type, vin, invoiceType) => {
      const about = { ...(vin === undefined ? {} : { vin }), ...(invoiceType === undefined ? {} : { invoiceType }) };
      const { body, contentType } = toMultipart({ type, ...about }, `${type}.pdf`);
      return post(`${partner}/orders/${orderUuid}/documents`, body, { headers: { 'content-type': contentType } });
    },
    confirmPickup: (orderUuid, change = {}) =>
      post('/transport/pickup/confirm', { orderUuid, pickedUpAt: isoNow(), ...change }),
    revokePickup: (orderUuid, change = {}) =>
      post('/transport/pickup/revoke', { orderUuid, reason: 'Wrong truck', ...change }),
    confirmDelivery: (orderUuid, change = {}) =>
      post('/transport/delivery/confirm', { orderUuid, deliveredAt: isoNow(), ...change }),
    order: (orderUuid) => get(`${partner}/orders/${orderUuid}`),
    compliance: (orderUuid) => get(`/orders/${orderUuid}/compliance`),
    transport: (orderUuid) => get(`/orders/${orderUuid}/transport`),
    begin: async (vins = [vehicle(VIN)], buyer = {}) => {
      const { uuid: buyerUuid } = succeed(await workflow.createBuyer(buyer)).body;
      clock.advance(VIES_ANSWERED);
      const { uuid: orderUuid } = succeed(await workflow.createOrder(buyerUuid, { vins })).body;
      return { buyerUuid, orderUuid };
    },
    takeToTheRoad: async (orderUuid) => {
      succeed(await workflow.submitInvoice(orderUuid));
      succeed(await workflow.upload(orderUuid, 'INVOICE'));
      succeed(await workflow.pay(orderUuid));
      succeed(await workflow.upload(orderUuid, 'PROOF_OF_PAYMENT'));
      succeed(await workflow.upload(orderUuid, 'CMR'));
      succeed(await workflow.upload(orderUuid, 'PICKUP_DECLARATION'));
      succeed(await workflow.confirmPickup(orderUuid));
    },
    arrive: async (orderUuid, invoice = {}) => {
      succeed(await workflow.submitInvoice(orderUuid, { type: 'FINAL', ...invoice }));
      succeed(await workflow.upload(orderUuid, 'INVOICE'));
      succeed(await workflow.upload(orderUuid, 'DELIVERY_DECLARATION'));
      succeed(await workflow.confirmDelivery(orderUuid));
    },
  };
  return workflow;
};

const BOUNDARY = 'workflow-boundary';

/** A multipart body of some fields and one file. */
export const toMultipart = (
  fields: Readonly<Record<string, string>>,
  fileName: string,
  content: string | Uint8Array = '%PDF-1.4\n%%EOF\n',
  mediaType = 'application/pdf',
): { readonly body: Uint8Array; readonly contentType: string } => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: ${mediaType}\r\n\r\n`;
  return {
    body: Buffer.concat([
      Buffer.from(parts.join('') + head),
      Buffer.from(content as string),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  };
};
