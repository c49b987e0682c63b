import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { rotateSecret } from '../../../src/engine/webhooks/model/secrets.ts';
import { profileFaults } from '../../../src/engine/webhooks/signing/profile-faults.ts';
import { SIGNATURE_PROFILES } from '../../../src/vat/policy/signature-profiles.ts';
import { sign } from '../../../src/engine/webhooks/signing/sign.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../../src/engine/webhooks/model/webhook-endpoint.ts';
import { FileError } from '../../../src/kernel/file-error.ts';
import { drawWebhookSecret } from '../../../src/vat/webhook-endpoints/secret.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { type Received, type Receiver, startReceiver } from '../../support/receiver.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type World, startWorld } from './start-world.ts';

const MINUTE = 60_000;
const OTHER_SECRET = drawWebhookSecret(createRandom('somebody else'));

let world: World;
let receiver: Receiver;
let folder: TempFolder | undefined;
let begun: (() => Promise<void>)[] = [];

/** The packages compare with the machine's time, so that the wall of these tests is the machine's. */
const start = async (signature: string, behind = 0): Promise<WebhookEndpointRecord> => {
  const wall = createTestClock(Date.now() - behind);
  [world, receiver] = await Promise.all([startWorld({ settings: { signature }, wall }), startReceiver()]);
  begun.push(receiver.stop, world.stop);
  return world.register(receiver.urlOf(), ['compliance.*']);
};

const deliver = async (): Promise<Received> => {
  await world.happen();
  await world.sandbox.idle();
  return receiver.received.at(-1)!;
};

afterEach(async () => {
  for (const stop of begun) await stop();
  begun = [];
  await folder?.remove();
});

type Verify = (raw: string, headers: Received['headers'], secret: string) => unknown;

const verifyByStripe: Verify = (raw, headers, secret) =>
  Stripe.webhooks.signature!.verifyHeader(raw, headers['x-service-signature']!, secret, 300);
const verifyByStandardWebhooks: Verify = (raw, headers, secret) =>
  new StandardWebhook(secret).verify(raw, headers as Record<string, string>);
const verifyBySvix: Verify = (raw, headers, secret) =>
  new SvixWebhook(secret).verify(raw, headers as Record<string, string>);

describe.each([
  { profile: 'stripe', by: 'stripe', verify: verifyByStripe },
  { profile: 'standard-webhooks', by: 'standardwebhooks', verify: verifyByStandardWebhooks },
  { profile: 'standard-webhooks', by: 'svix', verify: verifyBySvix },
])('profile $profile, verified by the package $by', ({ profile, verify }) => {
  test('is good', async () => {
    const { secrets } = await start(profile);
    const { raw, headers } = await deliver();
    expect(headers['x-service-signature']).toBeDefined();
    expect(() => verify(raw, headers, secrets.current)).not.toThrow();
  });

  test('is refused when the body was altered, the secret is another, or the time is old', async () => {
    const { secrets } = await start(profile);
    const { raw, headers } = await deliver();
    expect(() => verify(raw.replace('VALID_EXPORT', 'VAT_APPLICABLE'), headers, secrets.current)).toThrow();
    expect(() => verify(raw, headers, OTHER_SECRET)).toThrow();
    await start(profile, 6 * MINUTE);
    const late = await deliver();
    expect(() => verify(late.raw, late.headers, secrets.current)).toThrow();
  });

  test('is good by either secret while one is replaced, and then by the fresh one only', async () => {
    const { id, secrets } = await start(profile);
    const rotated = rotateSecret(secrets, OTHER_SECRET, world.sandbox.clock.now(), 24 * 3_600_000);
    await world.sandbox.transact(async (work) => {
      const endpoint = (await work.get(webhookEndpoints, id))!;
      await work.update(webhookEndpoints, endpoint, { ...endpoint, secrets: rotated });
    });
    const during = await deliver();
    for (const secret of [secrets.current, OTHER_SECRET])
      expect(() => verify(during.raw, during.headers, secret)).not.toThrow();
    await world.advance(24 * 60 * MINUTE);
    const afterwards = await deliver();
    expect(() => verify(afterwards.raw, afterwards.headers, OTHER_SECRET)).not.toThrow();
    expect(() => verify(afterwards.raw, afterwards.headers, secrets.current)).toThrow();
  });
});

test('the vector in the description of the events is ours', () => {
  const body =
    '{"id":"evt_01JBF3B6T2P5R8D1W4E7Y0A3SJ","type":"compliance.decision_made","createdAt":"2026-10-28T12:00:00Z","organizationUuid":"0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10","data":{"orderUuid":"9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946","decision":"VALID_EXPORT"}}';
  const secret = 'whsec_JEN+RAYvqmSZxPfVWAZGuInpgIdTWY65s7I/Q/t/ePg=';
  expect(sign(SIGNATURE_PROFILES['stripe']!, [secret], { id: '', body, at: 1_793_188_804_999 })).toEqual({
    'X-Service-Signature': 't=1793188804,v1=aca7f84e48b8e3ede1e1e455aa832bb73baed7d2106a366cdaa82668281c0009',
  });
});

test('profile github signs the body alone', async () => {
  const { secrets } = await start('github');
  const { raw, headers } = await deliver();
  const expected = `sha256=${createHmac('sha256', secrets.current).update(raw).digest('hex')}`;
  expect(headers['x-hub-signature-256']).toBe(expected);
  expect(headers['x-service-signature']).toBe(expected);
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

test('the profiles that come with the server are without fault', () => {
  for (const profile of Object.values(SIGNATURE_PROFILES)) expect(profileFaults(profile)).toEqual([]);
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

test('secrets are 32 bytes from the seed', () => {
  const secret = drawWebhookSecret(createRandom('a'));
  expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
  expect(secret).toBe(drawWebhookSecret(createRandom('a')));
  expect(secret).not.toBe(drawWebhookSecret(createRandom('b')));
});
