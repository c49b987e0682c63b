import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { SIGNATURE_PROFILES, sign } from '../../../src/engine/webhooks/signature.ts';
import { FileError } from '../../../src/kernel/user-errors.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { OTHER_SECRET, type Verify, deliver, start, stop, testVerifier } from './signed-deliveries.ts';
import { startWorld } from './start-world.ts';

let folder: TempFolder | undefined;
afterEach(async () => {
  await stop();
  await folder?.remove();
});

const verifyByStandardWebhooks: Verify = (raw, headers, secret) =>
  new StandardWebhook(secret).verify(raw, headers as Record<string, string>);

/** As Stripe documents it; their package is asked in judges/. */
const verifyByHand: Verify = (raw, headers, secret) => {
  const parts = headers['x-service-signature']!.split(',').map((part) => part.split('='));
  const [time] = parts.flatMap(([name, value]) => (name === 't' ? [Number(value)] : []));
  const expected = createHmac('sha256', secret)
    .update(`${String(time)}.${raw}`)
    .digest('hex');
  if (!parts.some(([name, value]) => name === 'v1' && value === expected)) throw new Error('no signature is good');
  if (Math.abs(Date.now() / 1000 - time!) > 300) throw new Error('it is too old');
};

describe.each([
  { profile: 'stripe', by: 'hand', verify: verifyByHand },
  { profile: 'standard-webhooks', by: 'the package standardwebhooks', verify: verifyByStandardWebhooks },
])('profile $profile, verified by $by', ({ profile, verify }) => {
  testVerifier(profile, verify);
});

test('the vector in the description of the events is ours', () => {
  const body =
    '{"id":"evt_01JBF3B6T2P5R8D1W4E7Y0A3SJ","type":"compliance.decision_made","createdAt":"2026-10-28T12:00:00Z","organizationUuid":"0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10","data":{"orderUuid":"9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946","decision":"VALID_EXPORT"}}';
  const secret = 'whsec_JEN+RAYvqmSZxPfVWAZGuInpgIdTWY65s7I/Q/t/ePg=';
  expect(sign(SIGNATURE_PROFILES['stripe']!, [secret], { id: '', body, at: 1_793_188_804_999 })).toEqual({
    'X-Service-Signature': 't=1793188804,v1=aca7f84e48b8e3ede1e1e455aa832bb73baed7d2106a366cdaa82668281c0009',
  });
});

test('a profile of one’s own comes from a file', async () => {
  folder = await createTempFolder({
    'signature.yaml': `
algorithm: sha512
encoding: base64
content: '{timestamp}|{id}|{body}'
signature: '{digest}'
headers:
  X-Acme-Time: '{timestamp}'
  X-Acme-Signature: 'acme {signature}'
`,
  });
  const { secrets } = await start(folder.file('signature.yaml'));
  const { raw, headers, body } = await deliver();
  const signed = `${headers['x-acme-time']!}|${body.id as string}|${raw}`;
  const digest = createHmac('sha512', secrets.current).update(signed).digest('base64');
  expect(headers['x-acme-signature']).toBe(`acme ${digest}`);
});

test('a profile that cannot sign stops the start, and says why', async () => {
  folder = await createTempFolder({
    'signature.yaml': `{ algorithm: sha256, encoding: hex, content: '{timestamp}', signature: 'v1={digest}', headers: { Host: '{signature} {secret}' } }`,
  });
  const failure = await startWorld({ settings: { signature: folder.file('signature.yaml') } }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(FileError);
  expect(String(failure)).toContain('content does not hold {body}');
  expect(String(failure)).toContain('Host is set by the delivery itself');
  expect(String(failure)).toContain('Host holds {secret}; it may hold {id}, {timestamp}, {signature}, {signatures}');
});

test('what stands in a body is never taken for a place of the template', () => {
  const body = '{"data":{"note":"{id}{timestamp}{digest}$&$1"}}';
  const { 'X-Service-Signature': header } = sign(SIGNATURE_PROFILES['stripe']!, [OTHER_SECRET], {
    id: 'evt_1',
    body,
    at: 5000,
  });
  expect(header).toBe(`t=5,v1=${createHmac('sha256', OTHER_SECRET).update(`5.${body}`).digest('hex')}`);
});
