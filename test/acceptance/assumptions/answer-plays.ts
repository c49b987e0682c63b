/* oxlint-disable typescript/no-unsafe-return -- Bodies of answers are any; what a play sees is compared as a whole. */
import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { SELLER, VIN, succeed, vehicle } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';

const PARTNER = `/partners/${SELLER}`;
const HOOK = { url: 'http://127.0.0.1:9/hook', events: ['kyc.*'] };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const typeOf = ({ status, body }: { readonly status: number; readonly body: { readonly type?: string } }) =>
  [status, String(body.type).split('/').at(-1)] as const;

const buyerOf = async ({ flow }: Stage): Promise<string> => String(succeed(await flow.createBuyer()).body.uuid);

const payTooEarly: Pick<Play, 'observe' | 'chosen'> = {
  observe: async ({ flow }) => typeOf(await flow.pay((await flow.begin()).orderUuid)),
  chosen: [409, 'milestone-not-reached'],
};

const consumer = async ({ api }: Stage) => {
  const { url } = succeed(await api.post(`${PARTNER}/prospects/self-service-invitations`, {})).body;
  const prospect = { type: 'CONSUMER', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
  return succeed(await api.post(`${String(url)}/prospect`, prospect, { as: null })).body;
};

/** Members that have no value yet: absent, null, or something. */
const unset: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    const { mock, api, flow } = stage;
    const hook = succeed(await api.post('/webhooks', HOOK)).body;
    const fired = { eventType: 'prospect.submitted', data: {} };
    const delivery = succeed(await api.post(`/webhooks/${String(hook.id)}/test`, fired)).body;
    await mock.idle();
    const { buyerUuid, orderUuid } = await flow.begin();
    const check = succeed(await api.post(`${PARTNER}/buyers/${buyerUuid}/vies-checks`)).body;
    const rollup = (await flow.compliance(orderUuid)).body;
    const { companyName } = await consumer(stage);
    const { reason, checkedAt } = check;
    return [
      companyName,
      hook.partnerIds,
      reason,
      checkedAt,
      delivery.httpStatus,
      delivery.lastAttemptAt,
      rollup.decision,
    ];
  },
  chosen: [undefined, undefined, undefined, null, null, null, null],
};

const viesOf = async ({ api }: Stage, orderUuid: string) =>
  (await api.get(`/orders/${orderUuid}/compliance`)).body.viesResult;

const twoViolations: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    const vins = [{ brand: 'Volkswagen', model: 'Golf', purchaseAmount: { value: 1, currency: 'E' } }];
    const { body } = await stage.flow.createOrder(await buyerOf(stage), { vins });
    return body.errors.map(({ field, ...rest }: Record<string, unknown>) => [field, rest['rejectedValue']]);
  },
  chosen: [
    ['vins[0].vin', null],
    ['vins[0].purchaseAmount.currency', 'E'],
  ],
};

export const ANSWER_PLAYS = {
  'success-statuses=ok': {
    observe: async ({ mock, api, flow }) => {
      const buyers = [await flow.createBuyer(), await flow.createBuyer()];
      const { orderUuid } = await flow.begin();
      const invoice = await flow.submitInvoice(orderUuid, { type: 'FINAL' });
      const proof = await flow.upload(orderUuid, 'PROOF_OF_PAYMENT');
      const paid = await flow.pay(orderUuid);
      const check = await api.post(`${PARTNER}/buyers/${String(buyers[0]?.body.uuid)}/vies-checks`);
      const hook = await api.post('/webhooks', HOOK);
      const path = `/webhooks/${String(hook.body.id)}`;
      const test = await api.post(`${path}/test`, { eventType: 'prospect.submitted', data: {} });
      await mock.idle();
      const gone = await api.delete(path);
      return [...buyers, invoice, proof, paid, check, hook, test, gone].map(({ status }) => status);
    },
    chosen: [201, 200, 201, 201, 201, 202, 201, 202, 204],
    switched: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  'response-required-fields=nulls-left-out': {
    ...unset,
    switched: [undefined, undefined, undefined, undefined, undefined, undefined, undefined],
  },
  'response-required-fields=nulls': { ...unset, switched: [null, null, null, null, null, null, null] },
  'cancel-order=no-content': {
    observe: async ({ api, flow }) => {
      const { status, text } = await api.post(`/orders/${(await flow.begin()).orderUuid}/cancel`, {});
      return [status, text === ''];
    },
    chosen: [200, false],
    switched: [204, true],
  },
  'compliance-blockers=codes': {
    observe: async ({ flow }) => typeof (await flow.compliance((await flow.begin()).orderUuid)).body.blockers[0],
    chosen: 'object',
    switched: 'string',
  },
  'organization-other-fields=more': {
    observe: async ({ api }) => (await api.get('/me')).body.dpaStatus,
    chosen: undefined,
    switched: 'ACCEPTED',
  },
  'problem-members=none': {
    observe: async ({ flow }) => {
      const { orderUuid } = await flow.begin();
      const { status, body } = await flow.confirmPickup(orderUuid);
      return [status, body.orderStatus];
    },
    chosen: [409, 'CREATED'],
    switched: [409, undefined],
  },
  'rate-limit-category-values=upper-case': {
    observe: async ({ api }) => (await api.get('/webhooks')).headers['x-ratelimit-category'],
    chosen: 'webhook-management',
    switched: 'WEBHOOK_MANAGEMENT',
  },
  'rate-limit-header-presence=counted-only': {
    observe: async ({ api }) => {
      const counted = await api.get('/me');
      const refused = await api.get('/partners/00000000-0000-4000-8000-000000000000/buyers');
      return [counted, refused].map(({ headers }) => headers['x-ratelimit-limit'] !== undefined);
    },
    chosen: [true, true],
    switched: [true, false],
  },
  'violation-fields=json-pointer': {
    ...twoViolations,
    switched: [
      ['/vins/0/vin', null],
      ['/vins/0/purchaseAmount/currency', 'E'],
    ],
  },
  'violation-fields=rejected-value-left-out': {
    ...twoViolations,
    switched: [
      ['vins[0].vin', undefined],
      ['vins[0].purchaseAmount.currency', 'E'],
    ],
  },
  'current-resource=version-mismatch-only': {
    observe: async ({ flow }) => {
      succeed(await flow.createBuyer());
      const { status, body } = await flow.createBuyer({ companyName: 'Other' });
      return [status, 'currentResource' in body];
    },
    chosen: [409, true],
    switched: [409, false],
  },
  'milestone-not-reached=milestone-already-set': { ...payTooEarly, switched: [409, 'milestone-already-set'] },
  'milestone-not-reached=validation-error': { ...payTooEarly, switched: [422, 'validation-error'] },
  'order-unknown-buyer=validation-error': {
    observe: async ({ flow }) => {
      const answer = await flow.createOrder(UNKNOWN);
      return [...typeOf(answer), answer.body.errors?.[0].field];
    },
    chosen: [404, 'not-found', undefined],
    switched: [422, 'validation-error', 'buyerId'],
  },
  'vies-check-on-creation=on-request': {
    observe: async (stage) => {
      const { buyerUuid, orderUuid } = await stage.flow.begin();
      const before = await viesOf(stage, orderUuid);
      succeed(await stage.api.post(`${PARTNER}/buyers/${buyerUuid}/vies-checks`));
      stage.clock.advance(10_000);
      return [before, await viesOf(stage, orderUuid)];
    },
    chosen: ['VALID', 'VALID'],
    switched: ['PENDING', 'VALID'],
  },
  'vies-answer-time=at-once': {
    observe: async (stage) => {
      const order = succeed(await stage.flow.createOrder(await buyerOf(stage), { vins: [vehicle(VIN)] }));
      return viesOf(stage, String(order.body.uuid));
    },
    chosen: 'PENDING',
    switched: 'VALID',
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
} as const satisfies Partial<Record<Choice, Play>>;
