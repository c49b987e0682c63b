import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { toIsoDateTime } from '../../../src/kernel/clock.ts';
import { findOpenInvitation, invitations, drawSeededSecret } from '../../../src/vat/invitations/invitation.ts';
import { makeInvitation } from '../../../src/vat/invitations/invitation-behaviours.ts';
import { kycSubmissions, submitKyc, submitProspect } from '../../../src/vat/invitations/self-service.ts';
import { buyers } from '../../../src/vat/buyers/buyer.ts';
import { orders } from '../../../src/vat/orders/order.ts';
import { SELLER, sampleBuyer, sampleOrderRecord } from '../../support/sample-records.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { type StartedSandbox, startSandbox } from './start-sandbox.ts';

const DAY = 86_400_000;
const buyer = sampleBuyer();
const order = sampleOrderRecord();
let started: StartedSandbox;

beforeEach(async () => {
  started = startSandbox();
  await started.sandbox.transact((work) => {
    work.insert(buyers, () => buyer);
    work.insert(orders, () => order);
  });
});
afterEach(() => started.stop());

const invite = <Subject extends { kind: 'KYC'; buyerUuid: string } | { kind: 'PROSPECT' }>(
  subject: Subject,
  drawSecret = drawSeededSecret,
) =>
  started.sandbox.transact((work) => ({
    ...makeInvitation(work, { seller: SELLER, subject, drawSecret }),
    ...subject,
    status: 'OPEN' as const,
  }));
const inviteBuyer = () => invite({ kind: 'KYC', buyerUuid: buyer.uuid });
const inviteProspect = () => invite({ kind: 'PROSPECT' });

const claire = {
  type: 'COMPANY' as const,
  companyName: 'Garage Moreau SARL',
  firstName: 'Claire',
  lastName: 'Moreau',
  email: 'claire@garage-moreau.example',
};
const kycData = {
  companyName: 'Autohaus Neu GmbH',
  registrationNumber: 'HRB 4711',
  address: { street: 'Elbchaussee 1', postCode: '22763', city: 'Hamburg', country: 'DE' },
  representative: { firstName: 'Marek', lastName: 'Kowalski', email: 'marek@autohaus-neu.example' },
};

test('an unused link ends after seven days, to the millisecond, and says so once', async () => {
  const { uuid } = await inviteProspect();
  await started.sandbox.advance(TEST_NOW + 7 * DAY - 1);
  expect(await started.outbox()).toEqual([]);
  const fired = await started.sandbox.advance(TEST_NOW + 7 * DAY);
  expect(fired.map(({ events }) => events)).toEqual([['self_service_invitation.expired']]);
  await started.sandbox.advance(TEST_NOW + 30 * DAY);
  expect(await started.outbox()).toEqual([
    expect.objectContaining({
      type: 'self_service_invitation.expired',
      seller: SELLER,
      createdAt: TEST_NOW + 7 * DAY,
      data: { invitationUuid: uuid, kind: 'PROSPECT', expiredAt: toIsoDateTime(TEST_NOW + 7 * DAY) },
    }),
  ]);
});

test('a link whose time is over is refused before the job that says so has run', async () => {
  const { secret } = await inviteProspect();
  started.sandbox.clock.reach(TEST_NOW + 7 * DAY);
  await expect(started.sandbox.read((work) => findOpenInvitation(work, `demo.${secret}`))).rejects.toMatchObject({
    members: { type: 'invitation-expired', status: 409 },
  });
});

test('a used link for a prospect: used, then submitted, and nothing expires', async () => {
  const invitation = await inviteProspect();
  const prospect = await started.sandbox.transact((work) => submitProspect(work, invitation, claire));
  expect(await started.jobIds()).toEqual([]);
  await started.sandbox.advance(TEST_NOW + 30 * DAY);
  const at = toIsoDateTime(TEST_NOW);
  expect((await started.outbox()).map(({ type, seller, data }) => ({ type, seller, data }))).toEqual([
    {
      type: 'self_service_invitation.used',
      seller: SELLER,
      data: { invitationUuid: invitation.uuid, kind: 'PROSPECT', prospectUuid: prospect.uuid, usedAt: at },
    },
    {
      type: 'prospect.submitted',
      seller: SELLER,
      data: { prospectUuid: prospect.uuid, partnerUuid: SELLER, type: 'COMPANY', submittedAt: at },
    },
  ]);
});

test('a used link for KYC names the buyer, and leaves what was submitted', async () => {
  const invitation = await inviteBuyer();
  await started.sandbox.transact((work) => submitKyc(work, invitation, kycData));
  const [used] = await started.outbox();
  expect(used).toMatchObject({
    type: 'self_service_invitation.used',
    seller: SELLER,
    data: {
      invitationUuid: invitation.uuid,
      kind: 'KYC',
      buyerUuid: buyer.uuid,
      usedAt: toIsoDateTime(TEST_NOW),
    },
  });
  expect(Object.keys(used?.data ?? {})).not.toContain('prospectUuid');
  expect(await started.jobIds()).toEqual([]);
  expect(await started.sandbox.read((work) => work.get(kycSubmissions, invitation.uuid))).toEqual({
    ...kycData,
    invitationUuid: invitation.uuid,
    buyerUuid: buyer.uuid,
    submittedAt: TEST_NOW,
  });
  expect(await started.sandbox.read((work) => work.get(buyers, buyer.uuid))).toEqual({
    ...buyer,
    companyName: 'Autohaus Neu GmbH',
    address: { ...kycData.address, uuid: buyer.address.uuid },
    version: 2,
  });
});

test('new company data is new data for the orders of the buyer', async () => {
  const invitation = await inviteBuyer();
  await started.sandbox.transact((work) => submitKyc(work, invitation, kycData));
  const { compliance } = (await started.sandbox.read((work) => work.get(orders, order.uuid))) ?? order;
  // The order of the sample has never been assessed: that it is now shows that somebody looked.
  expect(order.compliance.blockers).toEqual([]);
  expect(compliance.blockers.map(({ code }) => code)).toContain('PRELIMINARY_INVOICE_MISSING');
});

test('a submission that fails leaves the link open and no event', async () => {
  const invitation = await invite({ kind: 'KYC', buyerUuid: 'ffffffff-0000-4000-8000-000000000000' });
  await expect(started.sandbox.transact((work) => submitKyc(work, invitation, kycData))).rejects.toThrow(
    'there is no buyer',
  );
  expect(await started.outbox()).toEqual([]);
  expect(await started.sandbox.read((work) => work.get(invitations, invitation.uuid))).toMatchObject({
    status: 'OPEN',
  });
  expect(await started.jobIds()).toEqual([`invitation-expiry/${invitation.uuid}`]);
});

test('the secret of a link comes from where it is told to come from', async () => {
  const { secret } = await invite({ kind: 'PROSPECT' }, () => 'FROM-A-BETTER-SOURCE');
  expect(secret).toBe('FROM-A-BETTER-SOURCE');
});
