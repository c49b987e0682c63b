import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newestMails } from '../../../src/engine/mail/mail.ts';
import { jobs } from '../../../src/engine/sandbox/job.ts';
import { invitations } from '../../../src/vat/invitations/invitation.ts';
import { kycSubmissions } from '../../../src/vat/invitations/self-service.ts';
import { SELLER } from '../../support/sample-records.ts';
import { type Service, createSteps, isoOf, openService } from '../open-service.ts';

const DAY = 86_400_000;

let service: Service;
let steps: ReturnType<typeof createSteps>;
let buyer: string;
beforeEach(async () => {
  service = openService();
  steps = createSteps(service);
  buyer = await steps.buyer();
});
afterEach(() => service.stop());

interface Invited {
  readonly uuid: string;
  readonly url: string;
  readonly token: string;
}

const toInvited = ({ uuid, url }: { uuid: string; url: string }): Invited => ({
  uuid,
  url,
  token: url.slice(url.lastIndexOf('/') + 1),
});
const inviteBuyer = async (body?: object): Promise<Invited> =>
  toInvited((await service.call('createKycInvitation', { path: { id: buyer }, body })).body);
const inviteProspect = async (body?: object): Promise<Invited> =>
  toInvited((await service.call('createProspectInvitation', { body })).body);

/** Nobody in particular: the link is all that they bring. */
const PUBLIC = { organization: undefined, seller: '' };
const KYC = {
  companyName: 'Autohaus Neu GmbH',
  registrationNumber: 'HRB 4711',
  address: { street: 'Elbchaussee 1', postCode: '22763', city: 'Hamburg', country: 'DE' },
  representative: { firstName: 'Marek', lastName: 'Kowalski', email: 'marek@autohaus-neu.example' },
};
const PROSPECT = {
  type: 'COMPANY',
  companyName: 'Garage Moreau SARL',
  firstName: 'Claire',
  lastName: 'Moreau',
  email: 'claire@garage-moreau.example',
};
const look = (token: string) => service.call('getSelfServiceInvitation', { ...PUBLIC, path: { token } });
const submitKyc = (token: string, body: object = KYC) =>
  service.call('submitSelfServiceKyc', { ...PUBLIC, path: { token }, body });
const submitProspect = (token: string, body: object = PROSPECT) =>
  service.call('submitSelfServiceProspect', { ...PUBLIC, path: { token }, body });

describe('an invitation is made', () => {
  test('for a buyer: open for seven days, its url ends in the token', async () => {
    const { status, body } = await service.call('createKycInvitation', { path: { id: buyer.toUpperCase() } });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: 'KYC',
        url: expect.stringMatching(/^https:\/\/stub\.example\/v1\/self-service\/demo\.[0-9A-Z]{26}$/),
        status: 'OPEN',
        buyerUuid: buyer,
        createdAt: isoOf(service.now()),
        expiresAt: isoOf(service.now() + 7 * DAY),
      },
    });
  });

  test('for a prospect, of no buyer', async () => {
    const { status, body } = await service.call('createProspectInvitation', {});
    expect([status, body.kind, body.status]).toEqual([201, 'PROSPECT', 'OPEN']);
    expect(Object.keys(body)).not.toContain('buyerUuid');
  });

  test('may be assumed to last a day', async () => {
    service.assume('invitation-lifetime=a-day');
    const { body } = await service.call('createProspectInvitation', {});
    expect(body.expiresAt).toBe(isoOf(service.now() + DAY));
  });
});

describe('an e-mail', () => {
  const mails = () => service.sandbox.read((work) => newestMails(work, 10));

  test('is sent to whom the request names, with the link and its end', async () => {
    const made = [
      await inviteBuyer({ email: 'ana@example.com' }),
      await inviteProspect({ email: 'claire@example.com' }),
    ];
    const sent = await mails();
    expect(sent.map(({ to }) => to)).toEqual(['ana@example.com', 'claire@example.com']);
    for (const [index, { subject, text }] of sent.entries()) {
      expect(text).toContain(subject);
      expect(text).toContain(made[index]?.url);
      expect(text).toContain(isoOf(service.now() + 7 * DAY));
    }
    expect(sent[0]?.subject).not.toBe(sent[1]?.subject);
  });
});

describe('whoever opens a link', () => {
  test('sees what it is for: the buyer by its name', async () => {
    const { token } = await inviteBuyer();
    expect((await look(token)).body).toEqual({
      kind: 'KYC',
      status: 'OPEN',
      expiresAt: isoOf(service.now() + 7 * DAY),
      companyName: 'Autohaus Beispiel GmbH',
      vatNumber: 'DE100',
    });
    const { body } = await look((await inviteProspect()).token);
    expect(body).toEqual({ kind: 'PROSPECT', status: 'OPEN', expiresAt: isoOf(service.now() + 7 * DAY) });
    expect(Object.keys(body)).toEqual(['kind', 'status', 'expiresAt']);
  });

  test('is told which of both links it is', async () => {
    const [forBuyer, forProspect] = [await inviteBuyer(), await inviteProspect()];
    expect(
      await service.refusal('submitSelfServiceProspect', {
        ...PUBLIC,
        path: { token: forBuyer.token },
        body: PROSPECT,
      }),
    ).toMatchObject({ status: 404, detail: expect.stringMatching(/KYC.*\/kyc/) });
    expect(
      await service.refusal('submitSelfServiceKyc', { ...PUBLIC, path: { token: forProspect.token }, body: KYC }),
    ).toMatchObject({ status: 404, detail: expect.stringMatching(/prospect.*\/prospect/) });
    expect((await look(forBuyer.token)).status).toBe(200);
  });

  test('is told of an expired link when it expired, to the millisecond', async () => {
    const { uuid, token } = await inviteProspect();
    const expiredAt = isoOf(service.now() + 7 * DAY);
    await service.pass(7 * DAY - 1);
    expect((await look(token)).status).toBe(200);
    await service.pass(1);
    for (const operation of ['getSelfServiceInvitation', 'submitSelfServiceProspect'] as const)
      expect(await service.refusal(operation, { ...PUBLIC, path: { token }, body: PROSPECT })).toMatchObject({
        status: 409,
        type: 'invitation-expired',
        detail: expect.stringContaining(expiredAt),
      });
    expect((await service.events()).map(({ type }) => type)).toEqual(['self_service_invitation.expired']);
    expect(await service.sandbox.read((work) => work.get(invitations, uuid))).toMatchObject({ status: 'EXPIRED' });
  });

  test('with a link that is used, nothing expires; with two, each for itself', async () => {
    const first = await inviteProspect();
    const second = await inviteProspect();
    await submitProspect(first.token);
    expect((await service.sandbox.read((work) => work.page(jobs, { page: 0, size: 10 }))).values).toMatchObject([
      { kind: 'invitation-expiry', data: second.uuid },
    ]);
    await service.pass(8 * DAY);
    const expired = (await service.events()).filter(({ type }) => type === 'self_service_invitation.expired');
    expect(expired.map(({ seller, data }) => [seller, data])).toEqual([
      [SELLER, { invitationUuid: second.uuid, kind: 'PROSPECT', expiredAt: isoOf(service.now() - DAY) }],
    ]);
  });
});

describe('what is submitted', () => {
  test('about a buyer: is kept word by word, changes the buyer and its orders, and is announced', async () => {
    const order = await steps.order(buyer);
    const { uuid, token } = await inviteBuyer();
    await service.pass(1000);
    const { status, body } = await submitKyc(token);
    const usedAt = isoOf(service.now());
    expect({ status, body }).toEqual({
      status: 200,
      body: { invitationUuid: uuid, kind: 'KYC', buyerUuid: buyer, usedAt },
    });
    expect((await service.call('getBuyer', { path: { buyerId: buyer } })).body).toMatchObject({
      companyName: KYC.companyName,
      address: KYC.address,
      version: 2,
      updatedAt: usedAt,
    });
    const kept = await service.sandbox.read((work) => work.get(kycSubmissions, uuid));
    expect(kept).toEqual({ ...KYC, invitationUuid: uuid, buyerUuid: buyer, submittedAt: service.now() });
    expect(kycSubmissions.keysOf(kept!)).toEqual([{ name: 'buyer', text: buyer }]);
    const used = (await service.events()).at(-1);
    expect([used?.type, used?.seller, used?.data]).toEqual([
      'self_service_invitation.used',
      SELLER,
      { invitationUuid: uuid, kind: 'KYC', buyerUuid: buyer, usedAt },
    ]);
    const invitation = await service.sandbox.read((work) => work.get(invitations, uuid));
    expect(invitation).toMatchObject({ status: 'USED', usedAt: service.now() });
    expect((await service.call('getOrder', { path: { uuid: order } })).body.version).toBe(1);
  });

  test('about a buyer, with nothing new: only the link is used', async () => {
    const { token } = await inviteBuyer();
    const before = (await service.call('getBuyer', { path: { buyerId: buyer } })).body;
    const { companyName, address } = before;
    const { uuid: _uuid, ...place } = address;
    await service.pass(1000);
    await submitKyc(token, { ...KYC, companyName, address: place });
    expect((await service.call('getBuyer', { path: { buyerId: buyer } })).body).toEqual(before);
  });

  test('about a buyer that moves home: its orders are worked out anew', async () => {
    const order = await steps.order(buyer);
    await steps.takeToTheRoad(order);
    await steps.invoice(order, { type: 'FINAL', vatIncluded: true, amount: { value: 1_512_500, currency: 'EUR' } });
    await steps.upload(order, 'INVOICE');
    await steps.upload(order, 'DELIVERY_DECLARATION');
    await steps.deliver(order);
    const blockers = async (): Promise<unknown> =>
      (await service.call('getOrderCompliance', { path: { uuid: order } })).body.blockers;
    expect(await blockers()).toMatchObject([{ code: 'VAT_ON_EXEMPT_INVOICE' }]);
    await submitKyc((await inviteBuyer()).token, { ...KYC, address: { ...KYC.address, country: 'NL' } });
    expect(await blockers()).toEqual([]);
  });

  test('by a prospect: is a prospect of that seller, announced after the link', async () => {
    const { uuid, token } = await inviteProspect();
    const { status, body } = await submitProspect(token);
    const submittedAt = isoOf(service.now());
    expect({ status, body }).toEqual({
      status: 201,
      body: { ...PROSPECT, uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), status: 'SUBMITTED', submittedAt },
    });
    expect((await service.events()).map(({ type, seller, data }) => [type, seller, data])).toEqual([
      [
        'self_service_invitation.used',
        SELLER,
        { invitationUuid: uuid, kind: 'PROSPECT', prospectUuid: body.uuid, usedAt: submittedAt },
      ],
      ['prospect.submitted', SELLER, { prospectUuid: body.uuid, partnerUuid: SELLER, type: 'COMPANY', submittedAt }],
    ]);
  });
});

test('the event about a prospect may be assumed to be that of its link alone', async () => {
  service.assume('event-emission=used-alone');
  const { token } = await inviteProspect();
  expect((await submitProspect(token)).status).toBe(201);
  expect((await service.events()).map(({ type }) => type)).toEqual(['self_service_invitation.used']);
});
