/* oxlint-disable typescript/no-unsafe-return -- Bodies of answers are any; what a play sees is compared as a whole. */
import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { SELLER, VIN, succeed } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';

const PARTNER = `/partners/${SELLER}`;

const buyerOf = async ({ flow }: Stage): Promise<string> => String(succeed(await flow.createBuyer()).body.uuid);

const orderOf = async ({ flow }: Stage): Promise<string> => (await flow.begin()).orderUuid;

/** Paid in full, with no evidence named. */
const readyForPickup = async (stage: Stage): Promise<string> => {
  const orderUuid = await orderOf(stage);
  succeed(await stage.flow.submitInvoice(orderUuid));
  succeed(await stage.flow.pay(orderUuid));
  return orderUuid;
};

export const REQUEST_PLAYS = {
  'find-orders=vin-required': {
    observe: async ({ api }) => [(await api.get('/orders')).status, (await api.get(`/orders?vin=${VIN}`)).status],
    chosen: [200, 200],
    switched: [422, 200],
  },
  'evidence-references=required': {
    observe: async (stage) => {
      const { flow } = stage;
      const orderUuid = await orderOf(stage);
      succeed(await flow.submitInvoice(orderUuid));
      const steps = [
        await flow.pay(orderUuid),
        await flow.confirmPickup(orderUuid),
        await flow.confirmDelivery(orderUuid),
      ];
      return steps.map(({ status }) => status);
    },
    chosen: [201, 200, 200],
    switched: [422, 422, 422],
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
  'order-total-amount=refused': {
    observe: async (stage) => {
      const totalAmount = { value: 1, currency: 'EUR' };
      return (await stage.flow.createOrder(await buyerOf(stage), { totalAmount })).status;
    },
    chosen: 201,
    switched: 422,
  },
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
