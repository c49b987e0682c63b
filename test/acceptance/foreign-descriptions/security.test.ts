import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start({ spec: `${import.meta.dirname}/descriptions/security.yaml` });

const bearer = { authorization: 'Bearer whatever' };
const basic = { authorization: 'Basic YTpi' };
const headerKey = { 'x-api-key': 'whatever' };

test.each([
  ['/inherited', bearer],
  ['/public', {}],
  ['/optional', {}],
  ['/optional', bearer],
  ['/basic', basic],
  ['/oauth2', bearer],
  ['/header-key', headerKey],
  ['/query-key?key=whatever', {}],
  ['/cookie-key', { cookie: 'a=1; session=whatever' }],
  ['/both', { ...bearer, ...headerKey }],
  ['/either', basic],
  ['/either', headerKey],
])('%s takes %j', async (path, headers) => {
  const { status } = await started.api.get(path, { as: null, headers });
  expect(status).toBe(204);
});

test.each([
  ['/inherited', {}, 'bearer', 'Bearer'],
  ['/inherited', basic, 'bearer', 'Bearer'],
  ['/inherited', { authorization: 'Bearer' }, 'bearer', 'Bearer'],
  ['/basic', bearer, 'basic', 'Basic'],
  ['/oauth2', {}, 'oauth2', 'Bearer'],
  ['/header-key', {}, 'header "X-Api-Key"', undefined],
  ['/query-key', headerKey, 'query "key"', undefined],
  ['/query-key?key=', {}, 'query "key"', undefined],
  ['/cookie-key', { cookie: 'sessions=1' }, 'cookie "session"', undefined],
  ['/both', bearer, 'and header "X-Api-Key"', 'Bearer'],
  ['/either', {}, ', or header "X-Api-Key"', 'Basic'],
])('%s refuses %j and says what it takes', async (path, headers, detail, challenge) => {
  const answer = await started.api.get(path, { as: null, headers });
  const instance = path.replace(/\?.*/, '');
  expectProblem(answer, started.mock, { status: 401, type: 'unauthorized', instance, detail });
  expect(answer.body.detail).toContain('Any value is accepted.');
  expect(answer.headers['www-authenticate']).toBe(challenge);
});
