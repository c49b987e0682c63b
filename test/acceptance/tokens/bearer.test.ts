import { afterAll, afterEach, expect, test } from '@jest/globals';
import { type JWTPayload, SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { basic } from '../token-endpoint/request-token.ts';

const { start } = closedBy(afterEach);

const started = await closedBy(afterAll).start();
const token = await started.mock.token();

const getMe = (authorization: string | undefined) => started.api.get('/me', { as: null, headers: { authorization } });

const expectUnauthorized = async (authorization: string | undefined, detail: string, error?: string): Promise<void> => {
  const answer = await getMe(authorization);
  expectProblem(answer, started.mock, { status: 401, type: 'unauthorized', instance: '/v1/me', detail });
  const challenge = answer.headers['www-authenticate'];
  if (error === undefined) expect(challenge).toBe('Bearer realm="integration"');
  else expect(challenge).toContain(`Bearer realm="integration", error="${error}", error_description="`);
  expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
  expect(answer.text).not.toContain(token.slice(-20));
};

/** The claims and header of a token of ours, changed, and signed by somebody else. */
const forge = async (claims: JWTPayload = {}): Promise<string> => {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT({ ...decodeJwt(token), ...claims })
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'RS256' })
    .sign(privateKey);
};

/** RFC 9110, 11.1: "a case-insensitive token to identify the authentication scheme". */
test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('the scheme may be written %s', async (scheme) => {
  expect((await getMe(`${scheme} ${token}`)).status).toBe(200);
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
  ['Basic', () => basic('api-client-demo', 'demo-secret').authorization],
])('%s make the header malformed', async (_name, make) => {
  await expectUnauthorized(make(), 'expected "Bearer", exactly one space, and the token', 'invalid_request');
});

const withPayload = (claims: object): string => {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), ...claims })).toString('base64url');
  return [header, payload, signature].join('.');
};

const sharedSecret = (): Promise<string> =>
  new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('x'.repeat(32)));

const now = (): number => Math.floor(started.clock.now() / 1000);

/** Those that our own key signed, which no server gives out: test/identity/tokens.test.ts. */
test.each([
  ['a truncated token', () => token.slice(0, -20), 'not signed by this server'],
  ['a token without signature', () => token.split('.').slice(0, 2).join('.'), 'not a JWT'],
  ['a word', () => 'any-token', 'not a JWT'],
  ['a changed token', () => withPayload({ azp: 'api-client-enterprise' }), 'not signed by this server'],
  ['a token that says it needs no signature', () => new UnsecuredJWT(decodeJwt(token)).encode(), 'is not RS256'],
  ['a token signed with a shared secret', sharedSecret, 'algorithm is not RS256'],
  ['a token signed with another key', () => forge(), 'not signed by this server'],
  ['an expired token signed with another key', () => forge({ exp: now() - 1 }), 'not signed by this server'],
  ['a token of another realm', () => forge({ iss: `${started.mock.url}/auth/realms/production` }), 'not signed'],
  ['a token for another audience', () => forge({ aud: 'production' }), 'not signed by this server'],
])('%s is refused', async (_name, make, detail) => {
  await expectUnauthorized(`Bearer ${await make()}`, detail, 'invalid_token');
});

test('a token is good for 300 seconds and not for one more, whether it was seen before or not', async () => {
  const aging = await start();
  const [seen, unseen] = [await aging.mock.token(), await aging.mock.token()];
  const call = (one: string) => aging.api.get('/me', { as: null, headers: { authorization: `Bearer ${one}` } });
  expect((await call(seen)).status).toBe(200);
  aging.clock.advance(299_000);
  expect((await call(seen)).status).toBe(200);
  aging.clock.advance(2000);
  for (const one of [seen, unseen]) {
    const answer = await call(one);
    expectProblem(answer, aging.mock, { status: 401, type: 'unauthorized', instance: '/v1/me', detail: 'has expired' });
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  }
});

test('a token of another running stub is refused', async () => {
  const other = await start();
  await expectUnauthorized(`Bearer ${await other.mock.token()}`, 'not signed by this server', 'invalid_token');
});

test('a stub behind an address with a path takes its own tokens', async () => {
  const { mock, stop } = await startMock({ publicUrl: 'https://stub.example/vat' });
  const headers = { authorization: `Bearer ${await mock.token()}` };
  const { status } = await mock.handle(new Request('http://127.0.0.1/v1/me', { headers }));
  await stop();
  expect(status).toBe(200);
});
