import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { sendRaw, toHead } from '../../support/raw-http.ts';
import { CLIENT, ORDERS, newOrder, sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const BUYER = '/partners/acbda359-95c1-4bf5-b598-96c4baf862d4/buyers/c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035';

const started = await closedBy(afterAll).start();

const getBuyer = (prefer?: string, query = '') => started.api.get(BUYER + query, { as: CLIENT, headers: { prefer } });

test('without a preference the sandbox is the answer, and nothing was applied', async () => {
  const { status, body, headers } = await getBuyer();
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'ACTIVE', version: 1 } });
  expect(headers['x-mock-source']).toBe('stateful');
  expect(headers['preference-applied']).toBeUndefined();
});

test.each([
  ['seed=7', ''],
  ['dynamic=false', ''],
  ['dynamic=false, seed=7', ''],
  [undefined, '?__seed=7'],
])('Prefer: %s %s alone asks for no other answer', async (prefer, query) => {
  const { text } = await getBuyer();
  const answer = await getBuyer(prefer, query);
  expect([answer.status, answer.text]).toEqual([200, text]);
  expect([answer.headers['x-mock-source'], answer.headers['preference-applied']]).toEqual(['stateful', undefined]);

  const headers = { prefer };
  const created = await started.api.post(ORDERS + query, newOrder(), { as: CLIENT, headers });
  expect([created.status, created.headers['x-mock-source']]).toEqual([201, 'stateful']);
  expect((await started.api.get(`${ORDERS}/${created.body.uuid}`, { as: CLIENT })).status).toBe(200);
});

test('an answer that was asked for comes from the description, and changes nothing', async () => {
  const before = await getBuyer();
  for (const prefer of ['code=200', 'dynamic=true', 'example=not-found']) {
    const { headers } = await started.api.patch(BUYER, { companyName: 'Other' }, { as: CLIENT, headers: { prefer } });
    expect([prefer, headers['x-mock-source']]).toEqual([prefer, 'faked']);
  }
  const { status, text } = await getBuyer();
  expect({ status, text }).toEqual({ status: 200, text: before.text });

  const order = newOrder();
  const faked = await started.api.post(ORDERS, order, { as: CLIENT, headers: { prefer: 'code=201' } });
  expect(faked.status).toBe(201);
  expect((await started.api.get(`${ORDERS}/${faked.body.uuid}`, { as: CLIENT })).status).toBe(404);
  expect((await started.api.post(ORDERS, order, { as: CLIENT })).status).toBe(201);
});

test.each([
  ['code=404', 404, 'code=404'],
  ['code="404"', 404, 'code=404'],
  ['Code = 404', 404, 'code=404'],
  ['code=404, code=500', 404, 'code=404'],
  ['respond-async, wait=10, code=404, handling=lenient; strict=1', 404, 'code=404'],
  ['example=not-found', 404, 'example=not-found'],
  ['code=404, example=not-found', 404, 'code=404, example=not-found'],
  ['example="not-found",code=404', 404, 'code=404, example=not-found'],
  ['code=403,example=dpa-not-accepted', 403, 'code=403, example=dpa-not-accepted'],
  ['example=blocked', 200, 'example=blocked'],
  ['dynamic=false, code=200', 200, 'code=200, dynamic=false'],
  ['dynamic', 200, 'dynamic=true'],
  ['dynamic=true, seed=42', 200, 'dynamic=true, seed=42'],
  ['dynamic=true, seed="a b"', 200, 'dynamic=true, seed="a b"'],
  ['code=404, dynamic=true', 404, 'code=404, dynamic=true'],
])('Prefer: %s', async (prefer, status, applied) => {
  const answer = await getBuyer(prefer);
  expect({ status: answer.status, applied: answer.headers['preference-applied'] }).toEqual({ status, applied });
  expect(answer.headers['content-type']).toBe(status === 200 ? 'application/json' : 'application/problem+json');
});

test('the named example is sent as it stands in the description', async () => {
  const { body } = await getBuyer('example=blocked');
  expect(body).toMatchObject({ companyName: 'Autohaus Lindner GmbH', status: 'BLOCKED', version: 2 });
});

test('a problem that was asked for is one of this request', async () => {
  expectProblem(await getBuyer('code=404'), started.mock, {
    status: 404,
    type: 'not-found',
    instance: `/v1${BUYER}`,
    detail: /./,
  });
});

test('two Prefer headers count as one', async () => {
  const head = toHead(`GET /v1${BUYER}`, {
    Authorization: `Bearer ${await started.mock.token(CLIENT)}`,
    Prefer: 'dynamic=true',
    prefer: 'code=404',
  });
  const { status, headers } = await sendRaw(started.mock.url, head);
  expect({ status, applied: headers['preference-applied'] }).toEqual({
    status: 404,
    applied: 'code=404, dynamic=true',
  });
});

test.each([
  ['?__code=404', 404, 'code=404'],
  ['?__example=blocked', 200, 'example=blocked'],
  ['?__code=403&__example=dpa-not-accepted', 403, 'code=403, example=dpa-not-accepted'],
  ['?__dynamic=true&__seed=42', 200, 'dynamic=true, seed=42'],
  ['?__other=1', 200, undefined],
])('%s asks for the same without a header', async (query, status, applied) => {
  const answer = await getBuyer(undefined, query);
  expect({ status: answer.status, applied: answer.headers['preference-applied'] }).toEqual({ status, applied });
});

test.each(['%E2%82%AC', '%F0%9F%9A%97', '%7F', 'a%0D%0Ab', '%22%5C'])('a seed of %s may be any text', async (seed) => {
  const { status } = await getBuyer(undefined, `?__dynamic=true&__seed=${seed}`);
  expect(status).toBe(200);
});

test('the query wins over the header', async () => {
  const { status, headers } = await getBuyer('code=500, seed=1', '?__code=404');
  expect({ status, applied: headers['preference-applied'] }).toEqual({ status: 404, applied: 'code=404, seed=1' });
});

test.each(['respond-async', 'return=minimal', 'codex=404', 'wait=5; code-like'])(
  'Prefer: %s is not ours and left alone',
  async (prefer) => {
    const { status, headers } = await getBuyer(prefer);
    expect({ status, applied: headers['preference-applied'] }).toEqual({ status: 200, applied: undefined });
    expect(headers['x-mock-source']).toBe('stateful');
  },
);

test.each([
  ['status=409', '', 'Prefer: code=409'],
  ['status-code="409"', '', 'Prefer: code=409'],
  ['409', '', 'Prefer: code=409'],
  ['return=minimal, exmaple=blocked', '', 'Prefer: example=blocked'],
  ['seeed="a b"', '', 'Prefer: seed=...'],
  [undefined, '?__status=409', '?__code=409'],
  [undefined, '?__Code=409', '?__code=409'],
])('Prefer: %s %s is answered as usual, and the answer names the right preference', async (prefer, query, meant) => {
  const { headers, text, status } = await getBuyer(prefer, query);
  expect({ status, meant: headers['x-mock-did-you-mean'] }).toEqual({ status: 200, meant });
  expect(text).toBe((await getBuyer()).text);
});

test.each([undefined, 'code=200', 'wait=5', 'respond-async', 'return=minimal'])(
  'Prefer: %s means nothing else',
  async (prefer) => {
    expect((await getBuyer(prefer)).headers).not.toHaveProperty('x-mock-did-you-mean');
  },
);

test.each([
  'code=418',
  'code=abc',
  'code=',
  'code=999',
  'example=nope',
  'code=404, example=blocked',
  'code=500, example=nope',
])('Prefer: %s cannot be met, and the answer lists what there is', async (prefer) => {
  const answer = await getBuyer(prefer);
  expectProblem(answer, started.mock, {
    status: 400,
    type: 'malformed-request',
    instance: `/v1${BUYER}`,
    detail: `Prefer: ${prefer}`,
  });
  expect(answer.body.available).toMatchObject({ 200: ['active', 'blocked'], 404: ['not-found'] });
  expect(answer.headers['preference-applied']).toBeUndefined();
});

test('dynamic is true or false', async () => {
  expectProblem(await getBuyer('dynamic=maybe'), started.mock, {
    status: 400,
    type: 'malformed-request',
    instance: `/v1${BUYER}`,
    detail: 'Prefer: dynamic=maybe must be true or false',
  });
});

test('a preference does not save a request that is wrong', async () => {
  const headers = { prefer: 'code=201' };
  const { status } = await started.api.post(ORDERS, sampleOrder({ vins: [] }), { as: CLIENT, headers });
  expect(status).toBe(422);
});

test('an answer without a body can be asked for', async () => {
  const { status, text } = await started.api.delete('/webhooks/wh_01HZX3K9M2Q4R5S6T7V8W9X0Y1', {
    as: CLIENT,
    headers: { prefer: 'code=204' },
  });
  expect({ status, text }).toEqual({ status: 204, text: '' });
});
