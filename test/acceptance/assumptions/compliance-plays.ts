import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { VIN, vehicle } from '../../support/workflow.ts';
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
const decisionOf = async (stage: Stage, sale: Sale) => {
  const orderUuid = await sell(stage, sale);
  const rollup: unknown = (await stage.flow.compliance(orderUuid)).body.decision;
  const file: unknown = (await stage.api.get(`/orders/${orderUuid}/export-file`)).body.decision;
  return [rollup, file];
};

const AT_HOME = { vatNumber: 'NL100', address: { street: 'Kade 1', postCode: '1', city: 'Den Haag', country: 'NL' } };
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
} as const satisfies Partial<Record<Choice, Play>>;
