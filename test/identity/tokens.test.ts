import { beforeEach, describe, expect, test } from '@jest/globals';
import { type JWTPayload, SignJWT, decodeJwt, generateKeyPair } from 'jose';
import { type KeyRing, createKeyRing } from '../../src/identity/key-ring.ts';
import { createKeys } from '../../src/identity/signing-keys.ts';
import { type TokenClocks, type Tokens, createTokens } from '../../src/identity/tokens.ts';
import type { Organization } from '../../src/identity/organization.ts';
import { createRandom } from '../../src/kernel/random.ts';
import { type TestClock, createTestClock } from '../support/test-clock.ts';

const ORIGIN = 'http://127.0.0.1:4010';
const organization = { uuid: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10' } as Organization;
const member = { client: { clientId: 'api-client-demo', enabled: true }, organization };

const keys = createKeys();

/** A sandbox whose clock runs with the wall's. */
const toClocks = (wall: TestClock): TokenClocks => ({ wall, prepare: () => Promise.resolve(wall), of: () => wall });

let clock: TestClock;
let ring: KeyRing;
let tokens: Tokens;
beforeEach(() => {
  clock = createTestClock();
  ring = createKeyRing(clock, keys);
  tokens = createTokens(toClocks(clock), createRandom('a'), ring);
});

/** A token that the server's own key signed, and that the server never issued. */
const sign = async (change: (claims: JWTPayload) => JWTPayload): Promise<string> => {
  const { privateKey, kid } = await keys;
  return new SignJWT(change(decodeJwt(await tokens.issue(member, ORIGIN))))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .sign(privateKey);
};

const seconds = (): number => Math.floor(clock.now() / 1000);

test('what the own key signed with the right claims is recognized', async () => {
  expect(await tokens.verify(await sign((claims) => claims))).toEqual({ clientId: 'api-client-demo' });
});

describe('signed with the own key, but', () => {
  test.each<[string, (claims: JWTPayload) => JWTPayload, string]>([
    ['expired', (claims) => ({ ...claims, exp: seconds() }), 'The token has expired.'],
    ['not yet valid', (claims) => ({ ...claims, nbf: seconds() + 1 }), 'claim "nbf"'],
    ['of another realm', (claims) => ({ ...claims, iss: `${ORIGIN}/auth/realms/production` }), 'another realm'],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://id.example/' }), 'another realm'],
    ['of an issuer that is no URL', (claims) => ({ ...claims, iss: 'integration' }), 'another realm'],
    ['without issuer', ({ iss, ...claims }) => claims, 'claim "iss"'],
    ['for another audience', (claims) => ({ ...claims, aud: 'production' }), 'claim "aud"'],
    ['without audience', ({ aud, ...claims }) => claims, 'claim "aud"'],
    ['without end', ({ exp, ...claims }) => claims, 'claim "exp"'],
    ['without client', ({ azp, ...claims }) => claims, 'claim "azp"'],
  ])('%s: refused', async (_name, change, refusal) => {
    const token = await sign(change);
    expect(await tokens.verify(token)).toEqual({ refusal: expect.stringContaining(refusal) });
    // What was refused once is not remembered as good.
    expect(await tokens.verify(token)).toEqual({ refusal: expect.stringContaining(refusal) });
  });

  test('with another algorithm: refused', async () => {
    const { privateKey } = await generateKeyPair('PS256');
    const token = await new SignJWT(decodeJwt(await tokens.issue(member, ORIGIN)))
      .setProtectedHeader({ alg: 'PS256' })
      .sign(privateKey);
    expect(await tokens.verify(token)).toEqual({ refusal: "The token's algorithm is not RS256." });
  });
});

test('a token that becomes valid later is recognized then', async () => {
  const token = await sign((claims) => ({ ...claims, nbf: seconds() + 60 }));
  expect(await tokens.verify(token)).toEqual({ refusal: expect.stringContaining('nbf') });
  clock.advance(60_000);
  expect(await tokens.verify(token)).toEqual({ clientId: 'api-client-demo' });
});

test('after a rotation without a window, tokens of all older keys are refused at once', async () => {
  const oldest = await tokens.issue(member, ORIGIN);
  await ring.rotate(3_600_000);
  const former = await tokens.issue(member, ORIGIN);
  for (const token of [oldest, former]) expect(await tokens.verify(token)).toEqual({ clientId: 'api-client-demo' });
  await ring.rotate(0);
  const refusal = 'The token was signed with a key that has been replaced: request a new one.';
  for (const token of [oldest, former]) expect(await tokens.verify(token)).toEqual({ refusal });
});

test('a token that another server judges names its client until that window ends', async () => {
  const former = await tokens.issue(member, ORIGIN);
  expect(await tokens.clientOf(former)).toBe('api-client-demo');
  await ring.rotate(60_000);
  for (let time = 0; time < 2; time++) expect(await tokens.clientOf(former)).toBe('api-client-demo');
  clock.advance(60_000);
  expect(await tokens.clientOf(former)).toBeUndefined();
  const later = await tokens.issue(member, ORIGIN);
  expect(await tokens.clientOf(later)).toBe('api-client-demo');
  await ring.rotate(0);
  expect(await tokens.clientOf(later)).toBeUndefined();
});
