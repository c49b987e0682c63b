import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Service, createSteps, isoOf, openService } from '../open-service.ts';

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
