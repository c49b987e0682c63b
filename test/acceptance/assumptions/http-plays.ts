import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { valueAt } from '../../../src/kernel/json-pointer.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { SELLER, succeed } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';
import { openInbox, received } from './received.ts';

const BUYERS = `/partners/${SELLER}/buyers`;
const HOOK = { url: 'http://127.0.0.1:9/hook', events: ['kyc.*'] };
const KEY = { headers: { 'idempotency-key': 'the-key' } };

const outcome = ({ status, headers }: ApiAnswer) => [status, headers['idempotency-replayed'] === 'true'];

/** Webhook management is the smallest budget: ten a minute. */
const untilRefused = async ({ api }: Stage): Promise<ApiAnswer> => {
  for (;;) {
    const answer = await api.get('/webhooks');
    if (answer.status === 429) return answer;
  }
};

const etagAndChange = async ({ api, flow }: Stage) => {
  const { headers, body } = succeed(await flow.createBuyer());
  const path = `${BUYERS}/${String(body.uuid)}`;
  const held = await api.get(path, { headers: { 'if-none-match': headers['etag'] } });
  const change = { companyName: 'Autohaus Neu GmbH' };
  const changed = await api.patch(path, change, { headers: { 'if-match': headers['etag'] } });
  const again = await api.patch(path, { companyName: 'Zu spät GmbH' }, { headers: { 'if-match': headers['etag'] } });
  return [headers['etag'], held.status, changed.headers['etag'], again.status];
};

const locations = async ({ mock, api, flow }: Stage) => {
  const buyer = await flow.createBuyer();
  const order = await flow.createOrder(String(buyer.body.uuid));
  const webhook = await api.post('/webhooks', HOOK);
  return [buyer, order, webhook].map(({ headers: { location } }) =>
    location === undefined ? 'none' : location.startsWith(`${mock.baseUrl}/`) ? 'absolute' : location.slice(0, 4),
  );
};

/** Two at once under one key, in this process and without a body to wait for: the second comes while the first is worked on. */
const twins = async ({ mock, flow }: Stage) => {
  const { uuid } = succeed(await flow.createBuyer()).body;
  const authorization = `Bearer ${await mock.token()}`;
  const headers = { authorization, 'idempotency-key': 'twins' };
  const url = `${mock.baseUrl}${BUYERS}/${String(uuid)}/vies-checks`;
  // A token is looked into once; that takes longer than everything else.
  await mock.handle(new Request(`${mock.baseUrl}/me`, { headers: { authorization } }));
  const ask = () => mock.handle(new Request(url, { method: 'POST', headers }));
  return (await Promise.all([ask(), ask()])).map(({ status }) => status);
};

const deprecation = async ({ api }: Stage) => {
  const { status, headers } = await api.get('/orders?vin=WVWZZZ1JZ3W386752');
  return [status, headers['deprecation'], headers['sunset'], headers['link']?.includes('rel="deprecation"')];
};

/** Where a response and an event have more than the description says. */
const additions = async (stage: Stage) => {
  const { api, flow, clock, mock } = stage;
  await openInbox(stage, ['kyc.*']);
  const { uuid } = succeed(await flow.createBuyer({ vatNumber: 'DE200' })).body;
  const { body, headers } = await flow.createOrder(String(uuid));
  const exchange = `${mock.url}/__admin/requests/${String(headers['x-mock-request-id'])}`;
  const explanation = await api.get(`${exchange}/explain`, { as: null });
  const refusal = await api.patch(`${BUYERS}/${String(uuid)}`, { companyName: { name: 'A' } });
  clock.advance(10_000);
  const [event] = await received(stage);
  const pointers = headers['x-mock-added']?.split(' ') ?? [];
  return {
    places: pointers.map((pointer) => pointer.replace(/added\w+/, 'added')),
    areAll: pointers.every((pointer) => valueAt(body, pointer) !== undefined),
    isExplained: JSON.stringify(explanation.body).includes('"additions"'),
    isInEvent: event?.body.includes('"added'),
    rejected: refusal.body.errors[0].rejectedValue,
  };
};

/** How the names of headers are written, over twenty refusals. */
const spellings = async ({ mock }: Stage) => {
  const headers = { authorization: `Bearer ${await mock.token()}` };
  const url = `${mock.baseUrl}/documents/no-such-document/download`;
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      const wanted = (name: string) => name.toLowerCase() === 'x-trace-id';
      const asked = process.getBuiltinModule('node:http').get(url, { headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.rawHeaders.find(wanted) ?? ''));
      });
      asked.once('error', reject);
    });
  const names: string[] = [];
  for (let count = 0; count < 20; count++) names.push(await ask());
  return [...new Set(names)].sort();
};

/** What a growing service adds beside members. */
const growth = async (stage: Stage) => {
  const { api, flow, clock, mock } = stage;
  await openInbox(stage, ['kyc.*']);
  const { uuid } = succeed(await flow.createBuyer({ vatNumber: 'DE200' })).body;
  const order = String(succeed(await flow.createOrder(String(uuid))).body.uuid);
  const papers: ApiAnswer[] = [];
  for (let count = 0; count < 5; count++) papers.push(succeed(await flow.upload(order, 'CMR')));
  const { headers, body } = succeed(await api.get(`/orders/${order}/compliance`));
  const blockers: readonly { readonly code: string }[] = body.blockers;
  const key = await api.post(`${BUYERS}/${String(uuid)}/vies-checks`, undefined, KEY);
  const repeated = await api.post(`${BUYERS}/${String(uuid)}/vies-checks`, undefined, KEY);
  const unknown = await api.patch(`${BUYERS}/${String(uuid)}`, { companyName: 1 });
  const recorded = await api.get(`${mock.url}/__admin/requests/${String(unknown.headers['x-mock-request-id'])}`, {
    as: null,
  });
  clock.advance(10_000);
  const [event] = await received(stage);
  const chosen = { type: 'kyc.vies_check_failed', data: { buyerUuid: uuid, previousResult: 'VALID' } };
  await api.post(`${mock.url}/__admin/events`, chosen, { as: null });
  clock.advance(10_000);
  const check = await api.get(`${BUYERS}/${String(uuid)}/vies-checks/${String(key.body.id)}`);
  return {
    types: [...new Set(papers.map(({ body }) => String(body.type)))].sort(),
    result: check.body.result,
    areCodesAdded: [...new Set(blockers.map(({ code }) => code === 'ADDED_CODE'))].sort(),
    areTold: blockers.every(({ code }, index) => {
      const isTold = headers['x-mock-added']?.split(' ').includes(`/blockers/${String(index)}/code`) ?? false;
      return isTold === (code === 'ADDED_CODE');
    }),
    isRepeated: key.text === repeated.text,
    refusal: [unknown.status, new URL(unknown.body.type).pathname.split('/').at(-1), unknown.body.title],
    page: (await api.get(unknown.body.type, { as: null })).status,
    recorded: recorded.body.problemType,
    previousResult: JSON.parse(String(event?.body)).data.previousResult,
    triggered: (await received(stage)).some(({ body: sent }) => JSON.parse(sent).data.previousResult === 'VALID'),
    spellings: await spellings(stage),
  };
};

const NOT_GROWN = {
  types: ['CMR'],
  result: 'INVALID',
  areCodesAdded: [false],
  areTold: true,
  isRepeated: true,
  refusal: [422, 'validation-error', 'Validation failed'],
  page: 200,
  recorded: 'validation-error',
  previousResult: 'PENDING',
  triggered: true,
  spellings: ['x-trace-id'],
};
const OTHER_VALUES = { areCodesAdded: [false, true], previousResult: 'ADDED_RESULT' };
const OTHER_TYPE = { refusal: [422, 'added-type', 'Validation failed'] };

export const HTTP_PLAYS = {
  'additions=values': { observe: growth, chosen: NOT_GROWN, switched: { ...NOT_GROWN, ...OTHER_VALUES } },
  'additions=problem-types': { observe: growth, chosen: NOT_GROWN, switched: { ...NOT_GROWN, ...OTHER_TYPE } },
  'additions=everything': {
    observe: growth,
    chosen: NOT_GROWN,
    switched: {
      ...{ ...NOT_GROWN, ...OTHER_VALUES, ...OTHER_TYPE },
      spellings: ['X-TRACE-ID', 'X-Trace-Id', 'x-trace-id'],
    },
  },
  'deprecation-announcement=headers': {
    observe: deprecation,
    chosen: [200, undefined, undefined, undefined],
    switched: [200, '@1798761600', 'Wed, 30 Jun 2027 23:59:59 GMT', true],
  },
  'additions=members': {
    observe: additions,
    chosen: { places: [], areAll: true, isExplained: false, isInEvent: false, rejected: { name: 'A' } },
    switched: {
      places: ['/added', '/vins/0/added', '/vins/0/purchaseAmount/added', '/totalAmount/added'],
      areAll: true,
      isExplained: true,
      isInEvent: true,
      rejected: { name: 'A' },
    },
  },
  'etag-format=weak': {
    observe: etagAndChange,
    chosen: ['"1"', 304, '"2"', 409],
    switched: ['W/"1"', 304, 'W/"2"', 409],
  },
  'etag-format=bare': { observe: etagAndChange, chosen: ['"1"', 304, '"2"', 409], switched: ['1', 304, '2', 409] },
  'location-scope=orders-only': {
    observe: locations,
    chosen: ['absolute', 'absolute', 'absolute'],
    switched: ['none', 'absolute', 'none'],
  },
  'location-scope=relative': {
    observe: locations,
    chosen: ['absolute', 'absolute', 'absolute'],
    switched: ['/v1/', '/v1/', '/v1/'],
  },
  'cache-control-value=no-cache': {
    observe: async ({ api }) => {
      const { headers } = await api.get('/me');
      const again = await api.get('/me', { headers: { 'if-none-match': headers['etag'] ?? '"1"' } });
      return [headers['cache-control'], headers['etag'], again.status];
    },
    chosen: ['private, max-age=300', undefined, 200],
    switched: ['no-cache', '"1"', 304],
  },
  'idempotency-in-flight=conflict-at-once': { observe: twins, chosen: [202, 202], switched: [202, 409] },
  'cache-control-value=an-hour': {
    observe: async ({ api }) => (await api.get('/me')).headers['cache-control'],
    chosen: 'private, max-age=300',
    switched: 'private, max-age=3600',
  },
  'retry-after-format=date': {
    observe: async (stage) => {
      const { 'retry-after': text = '' } = (await untilRefused(stage)).headers;
      return [text.endsWith('GMT'), (Date.parse(text) - stage.clock.now()) / 1000 === 60, text === '60'];
    },
    chosen: [false, false, true],
    switched: [true, true, false],
  },
  'idempotency-replayed-header=absent': {
    observe: async ({ api }) => {
      const first = await api.post('/webhooks', HOOK, KEY);
      const again = await api.post('/webhooks', HOOK, KEY);
      return [again.text === first.text, again.headers['idempotency-replayed']];
    },
    chosen: [true, 'true'],
    switched: [true, undefined],
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
  'client-pause=forbidden': {
    observe: async (stage) => {
      await untilRefused(stage);
      for (let strikes = 1; strikes < 10; strikes++) await stage.api.get('/webhooks');
      return (await stage.api.get('/me')).status;
    },
    chosen: 429,
    switched: 403,
  },
} as const satisfies Partial<Record<Choice, Play>>;
