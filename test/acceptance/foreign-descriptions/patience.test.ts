import { afterAll, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start({ spec: `${import.meta.dirname}/descriptions/patience.yaml` });

const outcome = ({ status, body }: ApiAnswer): { status: number; fields: string[] } => ({
  status,
  fields: ((body?.errors ?? []) as { field: string }[]).map(({ field }) => field),
});

const postForm = (form: string): Promise<ApiAnswer> =>
  started.api.post('/charges', form, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });

test.each([
  'metadata[order]=7&metadata[by]=me',
  'metadata%5Border%5D=7',
  'metadata=',
  'amount=5&lines[0][price]=12&lines[1][price]=13',
  'lines[][price]=12&lines[][price]=13',
  'lines[0][price]=12&lines[0][tags][]=a&lines[0][tags][1]=b',
  'expand[]=customer&expand[]=invoice',
  'expand[0]=customer',
  'codes=1|2|3',
])('the form %s is taken', async (form) => {
  expect(outcome(await postForm(form))).toEqual({ status: 204, fields: [] });
});

test.each([
  ['lines[0][price]=many', ['lines[0].price']],
  ['lines[0][tags][]=a', ['lines[0].price']],
  ['lines[0][price]=1&lines[0][more]=2', ['lines[0].more']],
  ['expand[]=much-too-long', ['expand[0]']],
  ['codes=1|b', ['codes[1]']],
  ['unknown[a]=1', ['unknown[a]']],
  ['lines[0][__proto__]=1', ['lines[0].price', 'lines[0].__proto__']],
])('the form %s has violations at %j', async (form, fields) => {
  expect(outcome(await postForm(form))).toEqual({ status: 422, fields });
});

test.each([
  ['?created[gte]=5&created[lt]=7', 204],
  ['?created=5', 204],
  ['?created[gte]=soon', 422],
  ['?created[later]=5', 422],
  ['?expand[]=short', 204],
  ['?expand[]=too-long', 422],
])('the query %s gets %i', async (query, status) => {
  expect(await started.api.get(`/charges/list${query}`)).toMatchObject({ status });
});

test('described headers that OpenAPI says to ignore are ignored', async () => {
  const { status } = await started.api.get('/charges/list', { as: null, headers: { accept: '*/*' } });
  expect(status).toBe(204);
});

test('objects are compared by what they hold, whatever else is wrong', async () => {
  const twice = [{ a: { b: 1 } }, { a: { b: 1 } }];
  expect(outcome(await started.api.post('/values', { unique: twice }))).toEqual({ status: 422, fields: ['unique'] });
  expect(outcome(await started.api.post('/values', { unique: [...twice, [{}], [{}]], other: 'x' })).fields).toContain(
    'unique',
  );
  const right = { fixed: { currency: 'EUR', at: { country: 'PL' } }, listed: { a: 2 } };
  expect(outcome(await started.api.post('/values', right))).toMatchObject({ status: 200 });
  expect(outcome(await started.api.post('/values', { ...right, other: 'x' }))).toEqual({
    status: 422,
    fields: ['other'],
  });
});

test('generated amounts have no more than two decimals', async () => {
  for (let seed = 0; seed < 30; seed++) {
    const { body } = await started.api.post(
      '/values',
      {},
      { headers: { prefer: `dynamic=true, seed=${String(seed)}` } },
    );
    expect(String(body.price)).toMatch(/^\d+(?:\.\d{1,2})?$/);
  }
});

test('an operation that describes no answer that ends a request says so instead of none', async () => {
  expectProblem(await started.api.get('/sockets'), started.mock, {
    status: 501,
    instance: '/sockets',
    detail: 'openSocket cannot be served: only answers 1xx are described',
  });
  expect(started.mock.findings).toEqual([expect.objectContaining({ operationId: 'openSocket' })]);
});
