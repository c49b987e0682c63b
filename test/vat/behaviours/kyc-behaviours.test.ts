import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { OTHER_SELLER, type Service, UNKNOWN, createSteps, isoOf, openService } from '../open-service.ts';

const MINUTE = 60_000;

let service: Service;
let steps: ReturnType<typeof createSteps>;
let buyer: string;
beforeEach(async () => {
  service = openService();
  steps = createSteps(service);
  buyer = await steps.buyer({ kycMode: 'SERVICE_LED' });
});
afterEach(() => service.stop());

const start = () => service.call('startKycVerification', { path: { buyerId: buyer } });
const read = async (sessionId: string) =>
  (await service.call('getKycVerification', { path: { buyerId: buyer, sessionId } })).body as Record<string, unknown>;
const refusal = () => service.refusal('startKycVerification', { path: { buyerId: buyer } });

test('a session ends by itself after a minute', async () => {
  const { status, body } = await start();
  expect({ status, body }).toEqual({
    status: 202,
    body: {
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      buyerUuid: buyer,
      status: 'PENDING',
      startedAt: isoOf(service.now()),
      completedAt: null,
    },
  });
  await service.pass(MINUTE - 1);
  expect(await read(body.sessionId)).toEqual(body);
  await service.pass(1);
  expect(await read(String(body.sessionId).toUpperCase())).toMatchObject({
    status: 'VERIFIED',
    completedAt: isoOf(service.now()),
    profile: { viesResult: 'VALID' },
  });
});

test('two buyers are verified at the same time, each in its own session', async () => {
  const first = (await start()).body;
  const former = buyer;
  buyer = await steps.buyer({ vatNumber: 'AT100', kycMode: 'SERVICE_LED' });
  const second = (await start()).body;
  await service.pass(MINUTE);
  expect((await read(second.sessionId))['status']).toBe('VERIFIED');
  buyer = former;
  expect((await read(first.sessionId))['status']).toBe('VERIFIED');
});

describe('may be assumed to end', () => {
  test('at once', async () => {
    service.assume('kyc-verification-outcome=at-once');
    const { sessionId } = (await start()).body;
    await service.pass(0);
    expect((await read(sessionId))['status']).toBe('VERIFIED');
  });

  test('by hand only', async () => {
    service.assume('kyc-verification-outcome=by-hand');
    const { sessionId } = (await start()).body;
    await service.pass(1000 * MINUTE);
    expect((await read(sessionId))['status']).toBe('PENDING');
  });
});

describe('cannot start', () => {
  test('in Mode A', async () => {
    buyer = await steps.buyer({ vatNumber: 'AT100' });
    expect(await refusal()).toMatchObject({ status: 409, type: 'milestone-not-reached' });
    expect((await refusal()).detail).toMatch(/MARKETPLACE_LED.*PATCH/);
  });

  test('while another one runs: which, and since when', async () => {
    const { sessionId } = (await start()).body;
    const since = isoOf(service.now());
    await service.pass(MINUTE / 2);
    expect(await refusal()).toMatchObject({ status: 409, type: 'milestone-already-set' });
    const { detail } = await refusal();
    expect(detail).toMatch(new RegExp(`${String(sessionId)}.* in progress since ${since}`));
  });

  test('once the buyer is verified: by which, and when', async () => {
    const { sessionId } = (await start()).body;
    await service.pass(MINUTE);
    const at = isoOf(service.now());
    await service.pass(MINUTE);
    expect(await refusal()).toMatchObject({ status: 409, type: 'milestone-already-set' });
    expect((await refusal()).detail).toContain(`was verified at ${at} by verification ${String(sessionId)}`);
  });

  test('for another seller', async () => {
    const path = { buyerId: buyer };
    expect((await service.refusal('startKycVerification', { path, seller: OTHER_SELLER })).status).toBe(404);
  });
});

test('one that was rejected may start again, and the newest session is the one that counts', async () => {
  buyer = await steps.buyer({ vatNumber: 'AT100', kycMode: 'SERVICE_LED', companyName: 'Reject Motors' });
  const first = (await start()).body;
  await service.pass(MINUTE);
  expect(await read(first.sessionId)).toMatchObject({
    status: 'REJECTED',
    reason: expect.stringContaining('Reject Motors'),
  });
  const second = (await start()).body;
  expect(second.sessionId).not.toBe(first.sessionId);
  expect((await refusal()).detail).toContain(second.sessionId);
  expect((await read(first.sessionId))['status']).toBe('REJECTED');
});

test('a session belongs to its buyer', async () => {
  const { sessionId } = (await start()).body;
  const other = await steps.buyer({ vatNumber: 'AT100', kycMode: 'SERVICE_LED' });
  for (const path of [
    { buyerId: other, sessionId },
    { buyerId: buyer, sessionId: UNKNOWN },
  ])
    expect(await service.refusal('getKycVerification', { path })).toMatchObject({
      status: 404,
      type: 'not-found',
      detail: expect.stringMatching(new RegExp(`${path.buyerId}.*${String(path.sessionId)}`)),
    });
  const path = { buyerId: buyer, sessionId };
  expect((await service.refusal('getKycVerification', { path, seller: OTHER_SELLER })).status).toBe(404);
});

test('the orders of the buyer wait for it, and hear how it ends', async () => {
  const order = await steps.order(buyer);
  await steps.takeToTheRoad(order);
  const compliance = async (): Promise<unknown> =>
    (await service.call('getOrderCompliance', { path: { uuid: order } })).body;
  const before = await compliance();
  expect(before).toMatchObject({
    blockers: [{ code: 'KYC_PENDING', message: expect.stringContaining('started') }],
  });
  const { sessionId } = (await start()).body;
  expect(await compliance()).toMatchObject({
    blockers: [{ code: 'KYC_PENDING', message: expect.stringContaining('progress') }],
  });
  await service.pass(MINUTE);
  expect(await compliance()).toMatchObject({ status: 'VALID', blockers: [] });
  const [completed] = await service.events();
  expect(completed).toMatchObject({ type: 'kyc.verification_completed' });
  expect(completed?.data).toEqual({
    buyerUuid: buyer,
    outcome: 'VERIFIED',
    sessionId,
    completedAt: isoOf(service.now()),
  });
});
