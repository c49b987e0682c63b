import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CryptoKey,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
} from 'jose';
import { expectProblem } from '../../support/expect-problem.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { basic, requestToken } from './request-token.ts';

let started: StartedMock;
let token: string;
let foreignKey: CryptoKey;
beforeAll(async () => {
  started = await startMock();
  const { body } = await requestToken(started, 'api-client-demo', 'demo-secret');
  token = body.access_token;
  ({ privateKey: foreignKey } = await generateKeyPair('RS256'));
});
afterAll(() => started.stop());

/** The claims and the key id of a token of ours, changed, and signed with a key that is not ours. */
const forge = (claims: JWTPayload = {}): Promise<string> =>
  new SignJWT({ ...decodeJwt(token), ...claims })
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'RS256' })
    .sign(foreignKey);

const now = (): number => Math.floor(started.clock.now() / 1000);

const BASIC = basic('api-client-demo', 'demo-secret').authorization;

/** What is said to a header without any credentials, to one that is malformed, and to a token that is no good. */
const MISSING = { detail: 'The Authorization header is missing', challenge: 'Bearer realm="integration"' };
const MALFORMED = {
  detail: 'expected "Bearer", exactly one space, and the token',
  challenge: 'Bearer realm="integration", error="invalid_request", error_description="',
};
const invalid = (detail: string) => ({
  detail,
  challenge: 'Bearer realm="integration", error="invalid_token", error_description="',
});
const FORGED = invalid('not signed by this server');

const BAD: readonly (readonly [string, () => string | undefined | Promise<string>, typeof MISSING])[] = [
  ['an absent header', () => undefined, MISSING],
  ['an empty header', () => '', MISSING],
  ['two spaces', () => `Bearer  ${token}`, MALFORMED],
  ['Basic credentials', () => BASIC, MALFORMED],
  ['a truncated token', () => `Bearer ${token.slice(0, -10)}`, FORGED],
  ['alg none', () => `Bearer ${new UnsecuredJWT(decodeJwt(token)).encode()}`, invalid('algorithm is not RS256')],
  ['another key', async () => `Bearer ${await forge()}`, FORGED],
  ['an expired token of another key', async () => `Bearer ${await forge({ exp: now() - 1 })}`, FORGED],
  ['a token of another key that is not yet valid', async () => `Bearer ${await forge({ nbf: now() + 60 })}`, FORGED],
  [
    'another issuer and another key',
    async () => `Bearer ${await forge({ iss: 'https://id.example/auth/realms/other' })}`,
    FORGED,
  ],
  ['another audience and another key', async () => `Bearer ${await forge({ aud: 'production' })}`, FORGED],
];

/** The same with our own key, which no server gives out: test/identity/tokens.test.ts. */
describe('401 unauthorized for', () => {
  test.each(BAD)('%s', async (_name, make, { detail, challenge }) => {
    const answer = await started.api.get('/me', { as: null, headers: { authorization: await make() } });
    expectProblem(answer, started.mock, { status: 401, type: 'unauthorized', instance: '/v1/me', detail });
    expect(answer.headers['www-authenticate']).toContain(challenge);
    expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
    expect(answer.text).not.toContain(token.slice(-20));
  });

  test('a token of ours that has expired', async () => {
    const aging = await startMock();
    const { body } = await requestToken(aging, 'api-client-demo', 'demo-secret');
    aging.clock.advance(300_000);
    const answer = await aging.api.get('/me', {
      as: null,
      headers: { authorization: `Bearer ${String(body.access_token)}` },
    });
    expectProblem(answer, aging.mock, { status: 401, type: 'unauthorized', instance: '/v1/me', detail: 'has expired' });
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
    await aging.stop();
  });
});

test('the good token is good', async () => {
  const { status } = await started.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
});
