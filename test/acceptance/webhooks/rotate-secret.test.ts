import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import type { Received, Receiver } from '../../support/receiver.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { type Hook, createWebhookClient } from './webhook-client.ts';

let started: StartedMock;
let receiver: Receiver;
const { receive, start } = closedBy(afterEach);
beforeEach(async () => {
  [started, receiver] = await Promise.all([start(), receive()]);
  await started.mock.clock.freeze();
});

const { call, admin, fire, ...client } = createWebhookClient(() => started);

const rotate = (id: string, body?: object): Promise<ApiAnswer> => admin('POST', `/webhooks/${id}/rotate-secret`, body);

const register = (): Promise<Hook> => client.register(receiver.urlOf());

const deliver = async (id: string): Promise<Received> => {
  await fire({ id });
  await started.mock.idle();
  return receiver.received.at(-1)!;
};

/** Which of the secrets have signed, in the order of the header. */
const signersOf = ({ raw, headers }: Received, secrets: readonly string[]): number[] => {
  const parts = (headers['x-service-signature'] ?? '').split(',').map((part) => part.split('='));
  const t = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => value);
  return signatures.map((signature) =>
    secrets.findIndex((secret) => createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex') === signature),
  );
};

test('both secrets sign until the window ends, the new one first', async () => {
  const { id, secret } = await register();
  const { status, body, headers } = await rotate(id, { window: 'PT1H' });
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toEqual({
    id,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    previousSecretExpiresAt: '2026-11-20T10:00:00.000Z',
  });
  expect(body.secret).not.toBe(secret);
  const secrets = [body.secret as string, secret];
  expect(signersOf(await deliver(id), secrets)).toEqual([0, 1]);
  await started.mock.clock.advance({ by: 'PT59M59S' });
  expect(signersOf(await deliver(id), secrets)).toEqual([0, 1]);
  await started.mock.clock.advance({ by: 'PT1S' });
  expect(signersOf(await deliver(id), secrets)).toEqual([0]);
});

test('the window is a day unless somebody says otherwise, and may be none', async () => {
  const { id, secret } = await register();
  expect((await rotate(id)).body.previousSecretExpiresAt).toBe('2026-11-21T09:00:00.000Z');
  const { body } = await rotate(id, { window: 'PT0S' });
  expect(signersOf(await deliver(id), [body.secret as string, secret])).toEqual([0]);
});

test('a second rotation within the window ends the oldest secret', async () => {
  const { id, secret } = await register();
  const second = (await rotate(id)).body.secret as string;
  const third = (await rotate(id)).body.secret as string;
  expect(new Set([secret, second, third]).size).toBe(3);
  expect(signersOf(await deliver(id), [third, second, secret])).toEqual([0, 1]);
});

test('a retry is signed with what is good by then', async () => {
  receiver.answer('/hook', 500, 200);
  const { id, secret } = await register();
  await deliver(id);
  const next = (await rotate(id, { window: 'PT0S' })).body.secret as string;
  await started.mock.clock.advance({ by: 'PT5S' });
  expect(receiver.received.map((each) => signersOf(each, [next, secret]))).toEqual([[1], [0]]);
});

test('the API does not show it, and nothing but the window is taken', async () => {
  const { id } = await register();
  const { secret } = (await rotate(id)).body as { secret: string };
  expect((await call('GET', `/webhooks/${id}`)).text).not.toContain(secret);
  for (const body of [{ window: 'soon' }, { window: 'P2Y' }, { window: 'P400D' }, { secret: 'mine' }])
    expect((await rotate(id, body)).status).toBe(422);
  expect((await rotate('wh_unknown')).status).toBe(404);
});
