/* oxlint-disable typescript/no-unsafe-return -- Bodies of answers are any; what a play sees is compared as a whole. */
import type { Choice } from '../../../src/generated/assumption-choices.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { SELLER, VIN, succeed, vehicle } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';

const PARTNER = `/partners/${SELLER}`;
const HOOK = { url: 'http://127.0.0.1:9/hook', events: ['kyc.*'] };
const KEY = { headers: { 'idempotency-key': 'the-key' } };

const outcome = ({ status, headers }: ApiAnswer) => [status, headers['idempotency-replayed'] === 'true'];

/** Webhook management is the smallest budget: ten a minute. */
const untilRefused = async ({ api }: Stage): Promise<number> => {
  for (let admitted = 0; ; admitted++) if ((await api.get('/webhooks')).status === 429) return admitted;
};

const noKey: Pick<Play, 'observe' | 'chosen'> = {
  observe: async ({ api }) => {
    const { status, body } = await api.post('/webhooks', HOOK, { headers: { 'idempotency-key': undefined } });
    return [status, body.errors?.[0].field];
  },
  chosen: [400, undefined],
};

const viesOf = async ({ api }: Stage, uuid: unknown, orderUuid: unknown) => {
  const { body } = await api.get(`/orders/${String(orderUuid)}/compliance`);
  return [typeof uuid, body.viesResult];
};

const verification: Pick<Play, 'observe' | 'chosen'> = {
  observe: async ({ mock, api, clock, flow }) => {
    const { uuid } = succeed(await flow.createBuyer({ kycMode: 'SERVICE_LED' })).body;
    const path = `${PARTNER}/buyers/${String(uuid)}/kyc/verifications`;
    const { sessionId } = succeed(await api.post(path)).body;
    const now = (await api.get(`${path}/${String(sessionId)}`)).body.status;
    clock.advance(120_000);
    await mock.idle();
    return [now, (await api.get(`${path}/${String(sessionId)}`)).body.status];
  },
  chosen: ['PENDING', 'VERIFIED'],
};

/** Without the capability for it, without a key, and with a body that does not fit. */
const several: Pick<Play, 'observe' | 'chosen'> = {
  observe: async ({ mock, api }) => {
    const admin = `${mock.url}/__admin/sandboxes/demo`;
    const capabilities = { allowMarketplaceLedKyc: false };
    succeed(await api.call('PATCH', admin, { body: { capabilities }, as: null }));
    const send = async (change: object, headers: Readonly<Record<string, string | undefined>> = {}) => {
      const body = { kycMode: 'MARKETPLACE_LED', vatNumber: 'DE100', ...change };
      const answer = await api.post(`${PARTNER}/buyers`, body, { headers });
      return String(answer.body.type).split('/').at(-1);
    };
    const noKey = { 'idempotency-key': undefined };
    return [await send({}), await send({ kycMode: 'SERVICE_LED' }, noKey), await send({}, noKey)];
  },
  chosen: ['capability-required', 'malformed-request', 'capability-required'],
};

/** Somebody else's seller, when the budget is used up. */
const overBudget: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    const { api } = stage;
    const statuses = new Set<number>();
    for (let count = 0; count < 400; count++)
      statuses.add((await api.get('/partners/00000000-0000-4000-8000-000000000000/buyers')).status);
    return [...statuses];
  },
  chosen: [403],
};

export const ORDER_OF_CHECKS_PLAYS = {
  'order-of-checks=limit-first': { ...overBudget, switched: [403, 429] },
  'order-of-checks=validation-first': {
    ...several,
    switched: ['validation-error', 'validation-error', 'validation-error'],
  },
  'order-of-checks=capability-last': {
    ...several,
    switched: ['validation-error', 'malformed-request', 'malformed-request'],
  },
  'order-of-checks=key-last': {
    ...several,
    switched: ['capability-required', 'validation-error', 'capability-required'],
  },
  'idempotency-key-errors=validation-error': { ...noKey, switched: [422, 'Idempotency-Key'] },
  'idempotency-key-errors=not-required': { ...noKey, switched: [201, undefined] },
  'idempotency-scope=client': {
    observe: async ({ api }) => {
      succeed(await api.post('/webhooks', HOOK, KEY));
      const own = await api.post('/webhooks', HOOK, KEY);
      const others = await api.post('/webhooks', HOOK, { ...KEY, as: 'api-client-demo-2' });
      return [outcome(own), outcome(others)];
    },
    chosen: [
      [201, true],
      [201, true],
    ],
    switched: [
      [201, true],
      [201, false],
    ],
  },
  'idempotency-scope=operation': {
    observe: async ({ api }) => {
      succeed(await api.post('/webhooks', HOOK, KEY));
      return outcome(await api.post(`${PARTNER}/prospects/self-service-invitations`, {}, KEY));
    },
    chosen: [422, false],
    switched: [201, false],
  },
  'idempotency-fingerprint=bytes': {
    observe: async ({ api }) => {
      const call = { headers: { ...KEY.headers, 'content-type': 'application/json' } };
      succeed(await api.post('/webhooks', JSON.stringify(HOOK), call));
      const same = await api.post('/webhooks', JSON.stringify(HOOK), call);
      return [outcome(same), outcome(await api.post('/webhooks', JSON.stringify(HOOK, null, 2), call))];
    },
    chosen: [
      [201, true],
      [201, true],
    ],
    switched: [
      [201, true],
      [422, false],
    ],
  },
  'idempotency-stored-replies=success-only': {
    observe: async ({ api }) => {
      const body = { status: 'PAUSED' };
      const path = '/webhooks/wh_unknown';
      const first = await api.patch(path, body, KEY);
      return [outcome(first), outcome(await api.patch(path, body, KEY))];
    },
    chosen: [
      [404, false],
      [404, true],
    ],
    switched: [
      [404, false],
      [404, false],
    ],
  },
  'rate-limit-burst=none': { observe: untilRefused, chosen: 11, switched: 10 },
  'rate-limit-window=sliding': {
    observe: async (stage) => {
      const first = await untilRefused(stage);
      stage.clock.advance(60_000);
      const later = await untilRefused(stage);
      const { headers } = await stage.api.get('/webhooks');
      stage.clock.advance(Number(headers['retry-after']) * 1000);
      return [first, later, (await stage.api.get('/webhooks')).status];
    },
    chosen: [11, 11, 200],
    switched: [11, 0, 200],
  },
  'client-pause=forbidden': {
    observe: async (stage) => {
      await untilRefused(stage);
      for (let strikes = 1; strikes < 10; strikes++) await stage.api.get('/webhooks');
      return (await stage.api.get('/me')).status;
    },
    chosen: 429,
    switched: 403,
  },
  'vies-check-on-creation=on-request': {
    observe: async (stage) => {
      const { buyerUuid, orderUuid } = await stage.flow.begin();
      const before = await viesOf(stage, buyerUuid, orderUuid);
      succeed(await stage.api.post(`${PARTNER}/buyers/${buyerUuid}/vies-checks`));
      stage.clock.advance(10_000);
      return [before, await viesOf(stage, buyerUuid, orderUuid)];
    },
    chosen: [
      ['string', 'VALID'],
      ['string', 'VALID'],
    ],
    switched: [
      ['string', 'PENDING'],
      ['string', 'VALID'],
    ],
  },
  'vies-answer-time=at-once': {
    observe: async (stage) => {
      const { uuid } = succeed(await stage.flow.createBuyer()).body;
      const order = succeed(await stage.flow.createOrder(String(uuid), { vins: [vehicle(VIN)] }));
      return viesOf(stage, uuid, order.body.uuid);
    },
    chosen: ['string', 'PENDING'],
    switched: ['string', 'VALID'],
  },
  'kyc-verification-outcome=at-once': { ...verification, switched: ['VERIFIED', 'VERIFIED'] },
  'kyc-verification-outcome=by-hand': { ...verification, switched: ['PENDING', 'PENDING'] },
} as const satisfies Partial<Record<Choice, Play>>;
