/* oxlint-disable typescript/no-unsafe-return -- Bodies of answers are any; what a play sees is compared as a whole. */
import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { SELLER, succeed } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';

const PARTNER = `/partners/${SELLER}`;
const HOOK = { url: 'http://127.0.0.1:9/hook', events: ['kyc.*'] };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const typeOf = ({ status, body }: { readonly status: number; readonly body: { readonly type?: string } }) =>
  [status, String(body.type).split('/').at(-1)] as const;

const buyerOf = async ({ flow }: Stage, change: object = {}): Promise<string> =>
  String(succeed(await flow.createBuyer(change)).body.uuid);

/** A link that has been used, by its path. */
const usedLink = async (stage: Stage): Promise<string> => {
  const { url } = succeed(await stage.api.post(`${PARTNER}/prospects/self-service-invitations`, {})).body;
  const path = new URL(String(url)).pathname.replace('/v1', '');
  const prospect = { type: 'CONSUMER', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
  succeed(await stage.api.post(`${path}/prospect`, prospect, { as: null }));
  return path;
};

const readUsedLink: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => typeOf(await stage.api.get(await usedLink(stage), { as: null })),
  chosen: [409, 'milestone-already-set'],
};

const invoiceTwice: Pick<Play, 'observe' | 'chosen'> = {
  observe: async ({ flow }) => {
    const { orderUuid } = await flow.begin();
    const first = await flow.submitInvoice(orderUuid, { type: 'FINAL', invoiceNumber: 'R-1' });
    const again = await flow.submitInvoice(orderUuid, { type: 'FINAL', invoiceNumber: 'R-2' });
    return [first.status, again.status];
  },
  chosen: [201, 200],
};

const payTooEarly: Pick<Play, 'observe' | 'chosen'> = {
  observe: async ({ flow }) => typeOf(await flow.pay((await flow.begin()).orderUuid)),
  chosen: [409, 'milestone-not-reached'],
};

const downgrade: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    const path = `${PARTNER}/buyers/${await buyerOf(stage, { kycMode: 'SERVICE_LED' })}`;
    const answer = await stage.api.patch(path, { kycMode: 'MARKETPLACE_LED' });
    return [...typeOf(answer), answer.body.errors?.length];
  },
  chosen: [422, 'validation-error', 1],
};

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

const category: Pick<Play, 'observe' | 'chosen'> = {
  observe: async ({ api }) => (await api.get('/webhooks')).headers['x-ratelimit-category'],
  chosen: 'webhook-management',
};

export const ANSWER_PLAYS = {
  'unauthorized-resource-status=not-found': {
    observe: async (stage) => {
      const { orderUuid } = await stage.flow.begin();
      const sellers = ['7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f'];
      const admin = `${stage.mock.url}/__admin/sandboxes/demo`;
      succeed(await stage.api.patch(admin, { sellers }, { as: null }));
      const other = await stage.api.get(`${PARTNER}/buyers`);
      return [...typeOf(await stage.flow.transport(orderUuid)), ...typeOf(other)];
    },
    chosen: [403, 'forbidden', 403, 'forbidden'],
    switched: [404, 'not-found', 403, 'forbidden'],
  },
  'invitation-shape=ok': {
    observe: async ({ api }) => (await api.post(`${PARTNER}/prospects/self-service-invitations`, {})).status,
    chosen: 201,
    switched: 200,
  },
  'self-service-answers=gone': { ...readUsedLink, switched: [410, 'milestone-already-set'] },
  'self-service-answers=not-found': { ...readUsedLink, switched: [404, 'not-found'] },
  'find-orders=bare-array': {
    observe: async ({ api, flow }) => {
      await flow.begin();
      const { body } = await api.get('/orders');
      return [Array.isArray(body), Array.isArray(body.data)];
    },
    chosen: [false, true],
    switched: [true, false],
  },
  'invoice-submission-status=ok': { ...invoiceTwice, switched: [200, 200] },
  'invoice-submission-status=accepted': { ...invoiceTwice, switched: [202, 202] },
  'webhook-success-statuses=ok': {
    observe: async ({ mock, api }) => {
      const created = await api.post('/webhooks', HOOK);
      const path = `/webhooks/${String(created.body.id)}`;
      const tested = await api.post(`${path}/test`, { eventType: 'prospect.submitted', data: {} });
      await mock.idle();
      return [created.status, tested.status, (await api.delete(path)).status];
    },
    chosen: [201, 202, 204],
    switched: [200, 200, 200],
  },
  'webhook-list-shape=bare-array': {
    observe: async ({ api }) => (await api.get('/webhooks')).body,
    chosen: { data: [] },
    switched: [],
  },
  'cancel-order=no-content': {
    observe: async ({ api, flow }) => {
      const { status, text } = await api.post(`/orders/${(await flow.begin()).orderUuid}/cancel`, {});
      return [status, text === ''];
    },
    chosen: [200, false],
    switched: [204, true],
  },
  'cancel-after-verdict=forbidden': {
    observe: async ({ api, flow }) => {
      const path = `/orders/${(await flow.begin()).orderUuid}/cancel`;
      succeed(await api.post(path, {}));
      return typeOf(await api.post(path, {}));
    },
    chosen: [409, 'milestone-already-set'],
    switched: [403, 'forbidden'],
  },
  'compliance-rollup-fields=decision-left-out': {
    observe: async ({ flow }) => 'decision' in (await flow.compliance((await flow.begin()).orderUuid)).body,
    chosen: true,
    switched: false,
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
  'delivery-null-values=left-out': {
    observe: async ({ mock, api }) => {
      const { id } = succeed(await api.post('/webhooks', HOOK)).body;
      const { body } = await api.post(`/webhooks/${String(id)}/test`, { eventType: 'prospect.submitted', data: {} });
      await mock.idle();
      return ['httpStatus' in body, 'lastAttemptAt' in body, 'nextRetryAt' in body];
    },
    chosen: [true, true, true],
    switched: [false, false, true],
  },
  'prospect-company-name=as-null': {
    observe: async (stage) => {
      await usedLink(stage);
      return (await stage.api.get(`${PARTNER}/prospects`)).body.data[0].companyName;
    },
    chosen: undefined,
    switched: null,
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
  'rate-limit-category-values=upper-case': { ...category, switched: 'WEBHOOK_MANAGEMENT' },
  'rate-limit-category-values=underscore': { ...category, switched: 'webhook_management' },
  'rate-limit-header-presence=counted-only': {
    observe: async ({ api }) => {
      const counted = await api.get('/me');
      const refused = await api.get('/partners/00000000-0000-4000-8000-000000000000/buyers');
      return [counted, refused].map(({ headers }) => headers['x-ratelimit-limit'] !== undefined);
    },
    chosen: [true, true],
    switched: [true, false],
  },
  'trace-id-format=uuid': {
    observe: async ({ api }) => {
      const { headers, body } = await api.get('/nowhere');
      return [headers['x-trace-id'] === body.traceId, String(body.traceId).length];
    },
    chosen: [true, 32],
    switched: [true, 36],
  },
  'violation-fields=json-pointer': {
    ...twoViolations,
    switched: [
      ['/vins/0/vin', null],
      ['/vins/0/purchaseAmount/currency', 'E'],
    ],
  },
  'violation-fields=dots': {
    ...twoViolations,
    switched: [
      ['vins.0.vin', null],
      ['vins.0.purchaseAmount.currency', 'E'],
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
  'kyc-mode-downgrade=conflict': { ...downgrade, switched: [409, 'milestone-already-set', undefined] },
  'kyc-mode-downgrade=forbidden': { ...downgrade, switched: [403, 'forbidden', undefined] },
  'version-start=zero': {
    observe: async ({ api, flow }) => {
      const { headers, body } = succeed(await flow.createBuyer());
      const path = `${PARTNER}/buyers/${String(body.uuid)}`;
      const held = await api.get(path, { headers: { 'if-none-match': headers['etag'] } });
      const change = { headers: { 'if-match': headers['etag'] } };
      const changed = await api.patch(path, { companyName: 'Neu' }, change);
      const late = await api.patch(path, { companyName: 'Alt' }, change);
      return [body.version, headers['etag'], held.status, changed.body.version, late.body.currentResource.version];
    },
    chosen: [1, '"1"', 304, 2, 2],
    switched: [0, '"0"', 304, 1, 1],
  },
  'buyer-response-contacts=as-sent': {
    observe: async ({ flow }) => (await flow.createBuyer({ contacts: [{ firstName: 'Ada' }] })).body.contacts,
    chosen: undefined,
    switched: [{ firstName: 'Ada' }],
  },
  'invitation-lifetime=a-day': {
    observe: async ({ api }) => {
      const { body } = await api.post(`${PARTNER}/prospects/self-service-invitations`, {});
      return (Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 3_600_000;
    },
    chosen: 7 * 24,
    switched: 24,
  },
} as const satisfies Partial<Record<Choice, Play>>;
