import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { profileFaults } from '../../../src/edges/webhooks/load-signature-profile.ts';
import {
  sign,
  signatureBy,
  type SignatureProfile,
  verify,
  ASSUMED_PROFILES,
  SIGNATURE_PROFILES,
} from '../../../src/engine/webhooks/signature.ts';
import { alternativeIn, type Assumed } from '../../../src/engine/assumptions/register.ts';
import { assuming } from '../assuming.ts';

const { stripe, github, 'standard-webhooks': standard } = SIGNATURE_PROFILES as Record<string, SignatureProfile>;
const profileIn = (assumed: Assumed, usual: SignatureProfile) => alternativeIn(assumed, ASSUMED_PROFILES, usual);
const PROFILES = [stripe!, standard!, github!];

const SECRET = `whsec_${Buffer.from('the current secret of this test').toString('base64')}`;
const FORMER = `whsec_${Buffer.from('the former secret of this test').toString('base64')}`;
const BODY = '{"id":"evt_1","type":"a.b"}';
const AT = 1_793_188_804_999;

const received = (headers: Readonly<Record<string, string>>, body = BODY) => ({
  headers: Object.entries(headers),
  body: new TextEncoder().encode(body),
});

describe('the profiles that come with the server', () => {
  test('sign as their makers describe it', () => {
    const bytes = Buffer.from('the current secret of this test');
    const of = (key: string | Buffer, content: string, encoding: 'hex' | 'base64') =>
      createHmac('sha256', key).update(content).digest(encoding);
    const message = { id: 'evt_1', body: BODY, at: AT };
    const stripes = `v1=${of(SECRET, `1793188804.${BODY}`, 'hex')}`;
    expect(sign(stripe!, [SECRET], message)).toEqual({ 'X-Service-Signature': `t=1793188804,${stripes}` });
    const standards = `v1,${of(bytes, `evt_1.1793188804.${BODY}`, 'base64')}`;
    expect(sign(standard!, [SECRET], message)).toEqual({
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1793188804',
      'webhook-signature': standards,
      'X-Service-Signature': standards,
    });
    const githubs = `sha256=${of(SECRET, BODY, 'hex')}`;
    expect(sign(github!, [SECRET, FORMER], message)).toEqual({
      'X-Hub-Signature-256': githubs,
      'X-Service-Signature': githubs,
    });
  });

  test('put signatures side by side while a secret is replaced', () => {
    const message = { id: 'evt_1', body: BODY, at: AT };
    const both = (profile: SignatureProfile) => sign(profile, [SECRET, FORMER], message)['X-Service-Signature'];
    expect(both(stripe!)).toMatch(/^t=1793188804,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(both(standard!)).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  });
});

test('text and bytes of a body are signed alike', () => {
  const parts = { id: 'e', timestamp: '5' };
  const text = '{"name":"Łukasz €"}';
  for (const profile of PROFILES)
    expect(signatureBy(profile, SECRET, { ...parts, body: new TextEncoder().encode(text) })).toBe(
      signatureBy(profile, SECRET, { ...parts, body: text }),
    );
  const around = { ...stripe!, content: '{id} ü {body} {timestamp} {body}' };
  const digest = createHmac('sha256', SECRET).update(`e ü ${text} 5 ${text}`).digest('hex');
  expect(signatureBy(around, SECRET, { ...parts, body: text })).toBe(`v1=${digest}`);
});

describe('a profile of one’s own is read back', () => {
  const own: SignatureProfile = {
    ...stripe!,
    content: '{id}|{timestamp}|{body}',
    signature: '{digest}',
    separator: '',
    headers: { 'X-Time': '[{timestamp}]', 'X-Sign': 'acme ({signature})' },
  };

  test('with the id from the body, where no header tells it', () => {
    const headers = sign(own, [SECRET], { id: 'evt_1', body: BODY, at: AT });
    expect(headers['X-Time']).toBe('[1793188804]');
    expect(verify(own, [SECRET], received(headers))).toEqual({
      kind: 'signed',
      secret: 0,
      timestamp: 1_793_188_804_000,
    });
    for (const body of ['no JSON', '{"id":1}', '{}']) {
      const signed = sign(own, [SECRET], { id: '', body, at: AT });
      expect(verify(own, [SECRET], received(signed, body))).toMatchObject({ kind: 'signed' });
    }
  });

  test('letter by letter: what stands around a place is no pattern', () => {
    const headers = sign(own, [SECRET], { id: 'evt_1', body: BODY, at: AT });
    const wrong = { ...headers, 'X-Sign': headers['X-Sign']!.replace('acme (', 'acme -').replace(')', '-') };
    expect(verify(own, [SECRET], received(wrong))).toEqual({ kind: 'missing' });
    const more = { ...headers, 'X-Sign': `x${headers['X-Sign']!}` };
    expect(verify(own, [SECRET], received(more))).toEqual({ kind: 'missing' });
  });

  test('a place that stands twice is read where it stands first', () => {
    const twice = { ...own, headers: { 'X-All': '{timestamp};{id};{timestamp};{signature}' } };
    const headers = sign(twice, [SECRET], { id: 'evt_9', body: BODY, at: AT });
    expect(verify(twice, [SECRET], received(headers))).toMatchObject({ kind: 'signed', timestamp: 1_793_188_804_000 });
  });

  test('signatures without anything between them are one', () => {
    const joined = { ...own, headers: { ...own.headers, 'X-Sign': '{signatures}' } };
    const headers = sign(joined, [SECRET], { id: 'evt_1', body: BODY, at: AT });
    expect(verify(joined, [SECRET], received(headers))).toMatchObject({ kind: 'signed' });
  });
});

describe('what is wrong with a profile', () => {
  test.each([
    [{ content: '{id}.{timestamp}' }, 'content does not hold {body}: the body would not be signed'],
    [{ content: '{body}{digest}' }, 'content holds {digest}; it may hold {id}, {timestamp}, {body}'],
    [{ signature: 'v1' }, 'signature does not hold {digest}'],
    [{ signature: '{digest}{body}' }, 'signature holds {body}; it may hold {id}, {timestamp}, {digest}'],
    [{ signature: '{digest}ü' }, 'signature or separator holds what a header cannot'],
    [{ separator: '\n' }, 'signature or separator holds what a header cannot'],
    [{ headers: { 'X Y': '{signature}' } }, '"X Y" is no name of a header'],
    [{ headers: { X: '{signature}\u0007' } }, 'X holds what a header cannot'],
    [
      { headers: { X: '{signature}{digest}' } },
      'X holds {digest}; it may hold {id}, {timestamp}, {signature}, {signatures}',
    ],
    [{ headers: { X: '{id}' } }, 'no header holds {signature} or {signatures}'],
    [{ headers: { 'X-A': '{signature}', 'x-a': '{id}' } }, 'a header stands twice'],
  ])('%j', (change, fault) => {
    expect(profileFaults({ ...stripe!, ...change })).toEqual([fault]);
  });

  test.each([
    ...['Connection', 'content-length', 'Content-Type', 'Expect', 'Host', 'Keep-Alive', 'TE', 'Trailer'],
    ...['Transfer-Encoding', 'Upgrade', 'User-Agent'],
  ])('the header %s is the delivery’s own', (name) => {
    expect(profileFaults({ ...stripe!, headers: { [name]: '{signature}' } })).toEqual([
      `${name} is set by the delivery itself`,
    ]);
  });

  test('nothing where all places are known', () => {
    const profile = { ...stripe!, content: '{id}{timestamp}{body}', signature: '{id}{timestamp}{digest}' };
    expect(profileFaults({ ...profile, headers: { 'X-A': '{id}{timestamp}{signature}{signatures}' } })).toEqual([]);
  });
});

describe('a sandbox', () => {
  test('signs as the server does, unless it assumes another format', () => {
    expect(profileIn(assuming(), github!)).toBe(github);
    expect(profileIn(assuming('etag-format=weak'), stripe!)).toBe(stripe);
    expect(profileIn(assuming('signature-format=standard-webhooks'), stripe!)).toBe(standard);
    expect(profileIn(assuming('signature-format=github'), stripe!)).toBe(github);
  });

  test('may sign with the bytes that the secret stands for', () => {
    const profile = profileIn(assuming('signature-format=decoded-key'), github!);
    expect(profile.name).toBe('decoded-key');
    const digest = createHmac('sha256', 'the current secret of this test').update(`1793188804.${BODY}`).digest('hex');
    expect(sign(profile, [SECRET], { id: 'evt_1', body: BODY, at: AT })).toEqual({
      'X-Service-Signature': `t=1793188804,v1=${digest}`,
    });
  });
});
