import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose';
import { expectProblem } from '../../support/expect-problem.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

let started: StartedMock;
let token: string;
beforeAll(async () => {
  started = await startMock();
  token = await started.mock.token();
});
afterAll(() => started.stop());

const getMe = (authorization: string | undefined) => started.api.get('/me', { as: null, headers: { authorization } });

const expectUnauthorized = async (authorization: string | undefined, detail: string, error?: string): Promise<void> => {
  const answer = await getMe(authorization);
  expectProblem(answer, started.mock, { status: 401, type: 'unauthorized', instance: '/v1/me', detail });
  const challenge = answer.headers['www-authenticate'];
  if (error === undefined) expect(challenge).toBe('Bearer realm="integration"');
  else expect(challenge).toContain(`Bearer realm="integration", error="${error}", error_description="`);
};

/** The claims and header of a token of ours, signed by somebody else. */
const forge = async (claims: object = {}): Promise<string> => {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT({ ...decodeJwt(token), ...claims })
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'RS256' })
    .sign(privateKey);
};

test('a token of the token endpoint opens the API', async () => {
  const { status } = await getMe(`Bearer ${token}`);
  expect(status).toBe(200);
});

/** RFC 9110, 11.1: "a case-insensitive token to identify the authentication scheme". */
test.each(['bearer', 'BEARER', 'bEaReR'])('the scheme may be written %s', async (scheme) => {
  const { status } = await getMe(`${scheme} ${token}`);
  expect(status).toBe(200);
});

test.each([undefined, ''])('a header that is %p is told what to send', async (authorization) => {
  await expectUnauthorized(authorization, 'send "Authorization: Bearer <token>" with a token of the token endpoint');
});

test.each([
  ['two spaces', () => `Bearer  ${token}`],
  ['a tab', () => `Bearer\t${token}`],
  ['no scheme', () => token],
  ['no token', () => 'Bearer'],
  ['quotes', () => `Bearer "${token}"`],
  ['two tokens', () => `Bearer ${token}, Bearer ${token}`],
  ['Basic', () => `Basic ${Buffer.from('api-client-demo:demo-secret').toString('base64')}`],
])('%s make the header malformed', async (_name, make) => {
  await expectUnauthorized(make(), 'expected "Bearer", exactly one space, and the token', 'invalid_request');
});

const withPayload = (claims: object): string => {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), ...claims })).toString('base64url');
  return [header, payload, signature].join('.');
};

test.each([
  ['a truncated token', () => token.slice(0, -20), 'not signed by this server'],
  ['a token without signature', () => token.split('.').slice(0, 2).join('.'), 'not a JWT'],
  ['a word', () => 'any-token', 'not a JWT'],
  ['a changed token', () => withPayload({ azp: 'api-client-enterprise' }), 'not signed by this server'],
  ['a token that says it needs no signature', () => new UnsecuredJWT(decodeJwt(token)).encode(), 'not'],
  ['a token signed with another key', () => forge(), 'not signed by this server'],
  ['a token of another realm', () => forge({ iss: `${started.mock.url}/auth/realms/production` }), 'not signed'],
  [
    'a token signed with a shared secret',
    () =>
      new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('x'.repeat(32))),
    'algorithm is not RS256',
  ],
])('%s is refused', async (_name, make, detail) => {
  await expectUnauthorized(`Bearer ${await make()}`, detail, 'invalid_token');
});

test('a token is good for 300 seconds and not for one more', async () => {
  const aging = await startMock();
  const authorization = `Bearer ${await aging.mock.token()}`;
  const statuses = [];
  for (const seconds of [0, 299, 2]) {
    aging.clock.advance(seconds * 1000);
    const { status } = await aging.api.get('/me', { as: null, headers: { authorization } });
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 401]);
  await aging.stop();
});

test('an expired token that was never seen before is refused too', async () => {
  const aging = await startMock();
  const authorization = `Bearer ${await aging.mock.token()}`;
  aging.clock.advance(301_000);
  const answer = await aging.api.get('/me', { as: null, headers: { authorization } });
  expectProblem(answer, aging.mock, { status: 401, type: 'unauthorized', instance: '/v1/me', detail: 'has expired' });
  expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  await aging.stop();
});

test('a token of another running stub is refused', async () => {
  const other = await startMock();
  await expectUnauthorized(`Bearer ${await other.mock.token()}`, 'not signed by this server', 'invalid_token');
  await other.stop();
});

test('a stub behind an address with a path takes its own tokens', async () => {
  const { mock, stop } = await startMock({ publicUrl: 'https://stub.example/vat' });
  const headers = { authorization: `Bearer ${await mock.token()}` };
  const { status } = await mock.handle(new Request('http://127.0.0.1/v1/me', { headers }));
  await stop();
  expect(status).toBe(200);
});
