import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { signedPost } from '../../../../src/engine/webhooks/faults.ts';
import {
  sign,
  type SignatureProfile,
  type SignatureVerdict,
  verify,
  SIGNATURE_PROFILES,
} from '../../../../src/engine/webhooks/signature.ts';

const SECRETS = [
  'whsec_JEN+RAYvqmSZxPfVWAZGuInpgIdTWY65s7I/Q/t/ePg=',
  'whsec_Auojfhg6GJlydzdcF5JweqAolOwPlsSNU6o5BWBtaKA=',
];
const MESSAGE = { id: 'evt_1', body: '{"id":"evt_1","data":{"note":"ü"}}', at: Date.parse('2026-11-20T09:00:00.500Z') };
const SECOND = Date.parse('2026-11-20T09:00:00Z');

const judge = (
  profile: SignatureProfile,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  secrets = SECRETS,
): SignatureVerdict => verify(profile, secrets, { headers: Object.entries(headers), body: Buffer.from(body) });

/** Everything that a template may hold, in unusual places. */
const own: SignatureProfile = {
  name: 'own',
  algorithm: 'sha512',
  encoding: 'base64',
  key: 'text',
  content: '{timestamp}+{id}+{body}+{timestamp}',
  signature: 'v9({digest})',
  separator: ' | ',
  headers: { 'X-Event': '{id}', 'X-Time': 'at {timestamp}', 'X-Signatures': '[{signatures}]' },
};
const profiles = [...Object.values(SIGNATURE_PROFILES), own];

describe.each(profiles.map((profile) => [profile.name, profile] as const))('profile %s', (_name, profile) => {
  const timestamp = profile.name === 'github' ? undefined : SECOND;

  test('what is sent as it should be is verified by any of the secrets', () => {
    const post = signedPost(profile, SECRETS, MESSAGE);
    expect(judge(profile, post)).toEqual({ kind: 'signed', secret: 0, timestamp });
    if (profile.name !== 'github')
      expect(judge(profile, post, [SECRETS[1]!])).toEqual({ kind: 'signed', secret: 0, timestamp });
    const byOne = signedPost(profile, [SECRETS[0]!], MESSAGE);
    expect(judge(profile, byOne, [SECRETS[1]!, SECRETS[0]!])).toEqual({ kind: 'signed', secret: 1, timestamp });
  });

  test.each([
    ['wrong-secret', 'invalid'],
    ['altered-body', 'invalid'],
    ['missing', 'missing'],
  ] as const)('%s is %s', (trick, kind) => {
    expect(judge(profile, signedPost(profile, SECRETS, MESSAGE, trick))).toEqual({ kind });
  });

  test('an altered body is still JSON with the same event in it', () => {
    const { body } = signedPost(profile, SECRETS, MESSAGE, 'altered-body');
    expect(JSON.parse(body)).toEqual({ ...(JSON.parse(MESSAGE.body) as object), altered: true });
  });

  test.each([
    ['stale', -600_000],
    ['future', 600_000],
  ] as const)('%s is well signed, and off by ten minutes', (trick, off) => {
    expect(judge(profile, signedPost(profile, SECRETS, MESSAGE, trick))).toEqual({
      kind: 'signed',
      secret: 0,
      timestamp: timestamp === undefined ? undefined : timestamp + off,
    });
  });

  test('nothing but what was signed is verified, byte for byte', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.uint8Array({ maxLength: 40 }),
        fc.nat(2 ** 40),
        (body, other, at) => {
          const headers = sign(profile, [SECRETS[0]!], { ...MESSAGE, body, at });
          expect(judge(profile, { headers, body })).toMatchObject({ kind: 'signed' });
          const bytes = Buffer.from(other);
          const verdict = verify(profile, SECRETS, { headers: Object.entries(headers), body: bytes });
          expect(verdict.kind === 'signed').toBe(bytes.equals(Buffer.from(body)));
        },
      ),
      { numRuns: 50 },
    );
  });
});

test.each(['', 'v1=', 't=1,v1=', 't=99999999999999999999,v1=ab', 't=1,v1=zz', 'garbage', '{signatures}'])(
  'the header %j is no signature of ours',
  (value) => {
    const verdict = judge(SIGNATURE_PROFILES['stripe']!, { headers: { 'x-service-signature': value }, body: '{}' });
    expect(['missing', 'invalid']).toContain(verdict.kind);
  },
);

test('a wrong secret is another one for each secret, and the same in every run', () => {
  const signed = (secret: string) => signedPost(own, [secret], MESSAGE, 'wrong-secret').headers;
  expect(signed(SECRETS[0]!)).toEqual(signed(SECRETS[0]!));
  expect(signed(SECRETS[0]!)).not.toEqual(signed(SECRETS[1]!));
});

test('a missing signature leaves the headers that are none', () => {
  const { headers } = signedPost(SIGNATURE_PROFILES['standard-webhooks']!, SECRETS, MESSAGE, 'missing');
  expect(headers).toEqual({ 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(MESSAGE.at / 1000)) });
  expect(Object.keys(signedPost(own, SECRETS, MESSAGE, 'missing').headers)).toEqual(['X-Event', 'X-Time']);
});
