import { expect } from '@jest/globals';
import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { SELLER, VIN, succeed, vehicle } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';

/** A sale of the Dutch seller. */
interface Sale {
  readonly buyer?: object;
  readonly vehicle?: object;
  readonly invoice?: object;
}

/** Takes it all the way to its verdict. */
const sell = async ({ flow }: Stage, { buyer = {}, vehicle: change = {}, invoice = {} }: Sale): Promise<string> => {
  const { orderUuid } = await flow.begin([vehicle(VIN, change)], buyer);
  await flow.takeToTheRoad(orderUuid);
  await flow.arrive(orderUuid, invoice);
  return orderUuid;
};

/** What the rollup and the Export File say. */
const decisionOf = async (stage: Stage, sale: Sale): Promise<readonly unknown[]> => {
  const orderUuid = await sell(stage, sale);
  const blockers = (await stage.flow.compliance(orderUuid)).body.blockers as readonly { code: string }[];
  if (blockers.some(({ code }) => code === 'VAT_MISSING_ON_INVOICE'))
    succeed(await stage.flow.submitInvoice(orderUuid, { type: 'FINAL', ...WITH_VAT }));
  const rollup: unknown = (await stage.flow.compliance(orderUuid)).body.decision;
  const file: unknown = (await stage.api.get(`/orders/${orderUuid}/export-file`)).body.decision;
  return [rollup, file];
};

/** What the order, its rollup and its Export File have come to. */
const verdictOf = async ({ api, flow }: Stage, orderUuid: string): Promise<readonly unknown[]> => {
  const status: unknown = (await flow.order(orderUuid)).body.status;
  const decision: unknown = (await flow.compliance(orderUuid)).body.decision;
  const version: unknown = (await api.get(`/orders/${orderUuid}/export-file`)).body.version;
  return [status, decision, version];
};

const AT_HOME = { vatNumber: 'NL100', address: { street: 'Kade 1', postCode: '1', city: 'Den Haag', country: 'NL' } };
const WITH_VAT = { vatIncluded: true, amount: { value: 1_512_500, currency: 'EUR' } };
const EXEMPT = ['VALID_EXPORT', 'VALID_EXPORT'];
const TAXED = ['VAT_APPLICABLE', 'VAT_APPLICABLE'];

export const COMPLIANCE_PLAYS = {
  'margin-scheme=exempt': {
    observe: (stage) => decisionOf(stage, { invoice: { marginScheme: true } }),
    chosen: TAXED,
    switched: EXEMPT,
  },
  'domestic-sale=exempt': {
    observe: (stage) => decisionOf(stage, { buyer: AT_HOME }),
    chosen: TAXED,
    switched: EXEMPT,
  },
  'new-means-of-transport=taxed': {
    observe: (stage) => decisionOf(stage, { vehicle: { mileage: 10 } }),
    chosen: EXEMPT,
    switched: TAXED,
  },
  'compliance-warnings=none': {
    observe: async ({ flow }) => {
      const { orderUuid } = await flow.begin();
      await flow.takeToTheRoad(orderUuid);
      succeed(await flow.confirmDelivery(orderUuid, { deliveredAt: '2096-01-01T00:00:00Z' }));
      const { warnings = [] } = (await flow.compliance(orderUuid)).body as { warnings?: readonly { code: string }[] };
      return warnings.map(({ code }) => code);
    },
    chosen: expect.arrayContaining(['DATED_IN_FUTURE', 'DELIVERED_LATE']),
    switched: [],
  },
  'verdict-recomputation=vies-too': {
    observe: async (stage) => {
      // VIES confirms this number, fails it the next time, and confirms it from then on.
      const { buyerUuid, orderUuid } = await stage.flow.begin([vehicle(VIN)], { vatNumber: 'BE100200100' });
      await stage.flow.takeToTheRoad(orderUuid);
      await stage.flow.arrive(orderUuid);
      const verdicts = [await verdictOf(stage, orderUuid)];
      for (let checks = 0; checks < 2; checks++) {
        succeed(await stage.api.post(`/partners/${SELLER}/buyers/${buyerUuid}/vies-checks`));
        stage.clock.advance(10_000);
        verdicts.push(await verdictOf(stage, orderUuid));
      }
      return verdicts;
    },
    chosen: [
      ['COMPLIANCE_VALID', 'VALID_EXPORT', 1],
      ['COMPLIANCE_VALID', 'VALID_EXPORT', 1],
      ['COMPLIANCE_VALID', 'VALID_EXPORT', 1],
    ],
    switched: [
      ['COMPLIANCE_VALID', 'VALID_EXPORT', 1],
      ['COMPLIANCE_INVALID', 'VAT_APPLICABLE', 2],
      ['COMPLIANCE_VALID', 'VALID_EXPORT', 3],
    ],
  },
  'vies-failure-blocks=nothing': {
    observe: async ({ flow, clock }) => {
      const buyerUuid = String(succeed(await flow.createBuyer({ vatNumber: 'BE200' })).body.uuid);
      // VIES has not answered yet.
      const orderUuid = String(succeed(await flow.createOrder(buyerUuid)).body.uuid);
      clock.advance(10_000);
      const invoice = await flow.submitInvoice(orderUuid);
      const order = await flow.createOrder(buyerUuid);
      const rollup: unknown = (await flow.compliance(orderUuid)).body.status;
      return [invoice.status, order.status, rollup];
    },
    chosen: [409, 409, 'INVALID'],
    switched: [201, 201, 'INVALID'],
  },
  'compliance-evidence=cmr-and-delivery': {
    observe: async (stage) => {
      const { flow } = stage;
      const { orderUuid } = await flow.begin();
      succeed(await flow.submitInvoice(orderUuid));
      succeed(await flow.pay(orderUuid));
      succeed(await flow.confirmPickup(orderUuid));
      succeed(await flow.submitInvoice(orderUuid, { type: 'FINAL' }));
      succeed(await flow.confirmDelivery(orderUuid));
      const open = (await flow.order(orderUuid)).body.status as string;
      for (const type of ['CMR', 'DELIVERY_DECLARATION'] as const) succeed(await flow.upload(orderUuid, type));
      return [open, (await flow.order(orderUuid)).body.status as string];
    },
    chosen: ['TRANSPORT_COMPLETED', 'TRANSPORT_COMPLETED'],
    switched: ['TRANSPORT_COMPLETED', 'COMPLIANCE_VALID'],
  },
} as const satisfies Partial<Record<Choice, Play>>;
