import { expect, test } from '@jest/globals';
import {
  rotateSecret,
  type WebhookEndpointRecord,
  webhookEndpoints,
  drawWebhookSecret,
} from '../../../src/engine/webhooks/endpoint.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { type Received, type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type World, startWorld } from './start-world.ts';

const MINUTE = 60_000;
export const OTHER_SECRET = drawWebhookSecret(createRandom('somebody else'));

let world: World;
let receiver: Receiver;
let begun: (() => Promise<void>)[] = [];

/** Verifiers compare with the machine's time, so that the wall of these tests is the machine's. */
export const start = async (signature: string, behind = 0): Promise<WebhookEndpointRecord> => {
  const wall = createTestClock(Date.now() - behind);
  [world, receiver] = await Promise.all([startWorld({ settings: { signature }, wall }), startReceiver()]);
  begun.push(receiver.stop, world.stop);
  return world.register(receiver.urlOf(), ['compliance.*']);
};

export const deliver = async (): Promise<Received> => {
  await world.happen();
  await world.sandbox.idle();
  return receiver.received.at(-1)!;
};

/** After each test. */
export const stop = async (): Promise<void> => {
  for (const end of begun) await end();
  begun = [];
};

/** Throws where it does not accept a delivery. */
export type Verify = (raw: string, headers: Received['headers'], secret: string) => unknown;

/** What every verifier must make of the deliveries that a profile signs. */
export const testVerifier = (profile: string, verify: Verify): void => {
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
    await world.sandbox.transact((work) => {
      const endpoint = work.get(webhookEndpoints, id)!;
      work.update(webhookEndpoints, endpoint, { ...endpoint, secrets: rotated });
    });
    const during = await deliver();
    for (const secret of [secrets.current, OTHER_SECRET])
      expect(() => verify(during.raw, during.headers, secret)).not.toThrow();
    await world.advance(24 * 60 * MINUTE);
    const afterwards = await deliver();
    expect(() => verify(afterwards.raw, afterwards.headers, OTHER_SECRET)).not.toThrow();
    expect(() => verify(afterwards.raw, afterwards.headers, secrets.current)).toThrow();
  });
};
