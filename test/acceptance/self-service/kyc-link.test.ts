import { afterAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';
import { AS, DAY, OTHER_SELLER, SELLER, claire, createLinks, kycData, linkOf, pathOf } from './links.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const links = createLinks(api);
const workflow = createWorkflow(api, clock, { as: AS, seller: SELLER });

interface Buyer {
  readonly uuid: string;
  readonly vatNumber: string;
  readonly version: number;
  readonly address: object;
}

let made = 100;
/** Another buyer of the same seller. */
const createBuyer = async (change: object = {}): Promise<Buyer> =>
  succeed(await workflow.createBuyer({ vatNumber: `DE${String(++made)}`, ...change })).body as Buyer;
const readBuyer = async ({ uuid }: Buyer): Promise<Buyer> =>
  succeed(await api.get(`/partners/${SELLER}/buyers/${uuid}`, { as: AS })).body as Buyer;

test('a link is made, opened by the buyer, used, and its data stands in the buyer', async () => {
  const buyer = await createBuyer({ companyName: 'Kowalski' });
  const invited = await links.inviteBuyer(buyer.uuid);
  expect(invited.status).toBe(201);
  const { uuid, url } = linkOf(invited);
  expect(invited.body).toMatchObject({ kind: 'KYC', status: 'OPEN', buyerUuid: buyer.uuid });
  expect(invited.headers['location']).toBe(url);

  const opened = await links.open(url);
  expect([opened.status, opened.body]).toEqual([
    200,
    {
      kind: 'KYC',
      status: 'OPEN',
      expiresAt: new Date(clock.now() + 7 * DAY).toISOString(),
      companyName: 'Kowalski',
      vatNumber: buyer.vatNumber,
    },
  ]);

  clock.advance(60_000);
  const usedAt = new Date(clock.now()).toISOString();
  const receipt = await links.submitKyc(url, kycData);
  expect([receipt.status, receipt.body]).toEqual([
    200,
    { invitationUuid: uuid, kind: 'KYC', buyerUuid: buyer.uuid, usedAt },
  ]);
  const { companyName, address } = kycData;
  expect(await readBuyer(buyer)).toEqual({
    ...buyer,
    companyName,
    // The address keeps its uuid.
    address: { ...buyer.address, ...address },
    version: buyer.version + 1,
    updatedAt: usedAt,
  });
});

test('the open orders of the buyer are judged by what it submits', async () => {
  const { uuid } = await createBuyer();
  const orderUuid = succeed(await workflow.createOrder(uuid)).body.uuid as string;
  succeed(await workflow.submitInvoice(orderUuid, { type: 'FINAL' }));
  const address = { ...kycData.address, country: 'US' };
  await links.submitKyc(linkOf(await links.inviteBuyer(uuid)).url, { ...kycData, address });
  const { blockers } = succeed(await workflow.compliance(orderUuid)).body;
  expect(blockers).toContainEqual(expect.objectContaining({ code: 'VAT_MISSING_ON_INVOICE' }));
});

test('the same data again changes nothing in the buyer, and uses the link up', async () => {
  const buyer = await createBuyer();
  await links.submitKyc(linkOf(await links.inviteBuyer(buyer.uuid)).url, kycData);
  const before = await readBuyer(buyer);
  clock.advance(60_000);
  const { url } = linkOf(await links.inviteBuyer(buyer.uuid));
  const other = {
    ...kycData,
    registrationNumber: '1',
    representative: { ...kycData.representative, lastName: 'Nowak' },
  };
  expect((await links.submitKyc(url, other)).status).toBe(200);
  expect(await readBuyer(buyer)).toEqual(before);
  expect((await links.open(url)).status).toBe(409);
});

describe('the buyer of a link', () => {
  const refused = async (uuid: string, expected: { status: number; type: string; detail: string }) => {
    const instance = `/v1/buyers/${uuid}/kyc/self-service-invitations`;
    expectProblem(await links.inviteBuyer(uuid), mock, { ...expected, instance });
  };

  test('may be named in capital letters', async () => {
    const { uuid } = await createBuyer();
    expect((await links.inviteBuyer(uuid.toUpperCase())).body.buyerUuid).toBe(uuid);
  });

  test('whose seller is no authorized partner any more is forbidden', async () => {
    const { uuid } = await createBuyer();
    const authorize = async (...sellers: readonly string[]) =>
      succeed(await api.patch(`${mock.url}/__admin/sandboxes/enterprise`, { sellers }, { as: null }));
    await authorize(OTHER_SELLER);
    await refused(uuid, { status: 403, type: 'forbidden', detail: SELLER });
    await authorize(SELLER, OTHER_SELLER);
  });

  test('that nobody has is not found, and what is no uuid is not valid', async () => {
    const unknown = '00000000-0000-4000-8000-000000000004';
    await refused(unknown, { status: 404, type: 'not-found', detail: 'does not exist' });
    expect((await links.inviteBuyer('nobody')).status).toBe(422);
  });
});

test('of two submissions at once exactly one succeeds, and it is the one that the buyer shows', async () => {
  const buyer = await createBuyer();
  const { url } = linkOf(await links.inviteBuyer(buyer.uuid));
  const names = ['First', 'Second'];
  const answers = await Promise.all(names.map((companyName) => links.submitKyc(url, { ...kycData, companyName })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  expect(await readBuyer(buyer)).toMatchObject({ companyName: names[statuses.indexOf(200)], version: 2 });
});

test('two links of one buyer work independently', async () => {
  const buyer = await createBuyer();
  const first = linkOf(await links.inviteBuyer(buyer.uuid));
  const second = linkOf(await links.inviteBuyer(buyer.uuid));
  await links.submitKyc(first.url, kycData);
  // Whoever opens the second one sees what the first one brought.
  expect((await links.open(second.url)).body).toMatchObject({ companyName: kycData.companyName });
  expect((await links.submitKyc(second.url, { ...kycData, companyName: 'Renamed' })).status).toBe(200);
  expect(await readBuyer(buyer)).toMatchObject({ companyName: 'Renamed', version: 3 });
});

test('a link for KYC is not found as a link for a prospect', async () => {
  const { url } = linkOf(await links.inviteBuyer((await createBuyer()).uuid));
  expectProblem(await links.submitProspect(url, claire), mock, {
    status: 404,
    type: 'not-found',
    instance: `${pathOf(url)}/prospect`,
    detail: '/kyc',
  });
  expect((await links.open(url)).status).toBe(200);
});

test('what breaks the schema is refused field by field, and leaves the link open', async () => {
  const { url } = linkOf(await links.inviteBuyer((await createBuyer()).uuid));
  const { lastName: _lastName, ...representative } = kycData.representative;
  const broken = { ...kycData, address: { ...kycData.address, country: 'Poland' }, representative };
  const { status, body } = await links.submitKyc(url, broken);
  expect([status, (body.errors as { field: string }[]).map(({ field }) => field).toSorted()]).toEqual([
    422,
    ['address.country', 'representative.lastName'],
  ]);
  expect((await links.open(url)).status).toBe(200);
});

test('a service-led verification does not start by itself', async () => {
  const buyer = await createBuyer({ kycMode: 'SERVICE_LED' });
  const orderUuid = succeed(await workflow.createOrder(buyer.uuid)).body.uuid as string;
  await links.submitKyc(linkOf(await links.inviteBuyer(buyer.uuid)).url, kycData);
  clock.advance(DAY);
  const { blockers } = (await workflow.compliance(orderUuid)).body as { blockers: { code: string }[] };
  expect(blockers.map(({ code }) => code)).toContain('KYC_PENDING');
});

describe('an Idempotency-Key', () => {
  const submit = (url: string, body: object, key: string | undefined) =>
    api.post(`${url}/kyc`, body, { as: null, headers: { 'idempotency-key': key } });

  test('is optional, and answers the same submission with the stored answer', async () => {
    const { url } = linkOf(await links.inviteBuyer((await createBuyer()).uuid));
    const first = await submit(url, kycData, 'once');
    expect(first.status).toBe(200);
    const again = await submit(url, kycData, 'once');
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([200, first.text, 'true']);
    expect((await submit(url, kycData, undefined)).status).toBe(409);
  });

  test('belongs to its link: another link and the organization have keys of their own', async () => {
    const [one, other] = [await createBuyer(), await createBuyer()];
    for (const buyer of [one, other]) {
      const { url } = linkOf(await links.inviteBuyer(buyer.uuid));
      expect((await submit(url, kycData, 'shared')).status).toBe(200);
    }
    const path = `/partners/${SELLER}/buyers/${one.uuid}`;
    const call = { as: AS, headers: { 'idempotency-key': 'shared' } };
    expect((await api.patch(path, { companyName: 'A new name' }, call)).status).toBe(200);
  });
});
