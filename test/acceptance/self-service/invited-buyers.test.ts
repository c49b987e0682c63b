import { afterAll, expect, test } from '@jest/globals';
import { buyers } from '../../../src/vat/buyers/buyer.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { sampleBuyer } from '../../support/sample-records.ts';
import { startMock } from '../../support/start-mock.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { startSandbox } from './start-sandbox.ts';
import { SELLER, createLinks } from './links.ts';

const own = sampleBuyer({ seller: SELLER });
/** Its seller was an authorized partner once. */
const withdrawn = sampleBuyer({
  uuid: '5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254',
  seller: '9e0f1a2b-3c4d-4e5f-8a6b-7c8d9e0f1a2b',
});

const folder = await createTempFolder({});
// Put into the data of the server before it starts: a withdrawn seller's buyer cannot be created over HTTP.
const placed = startSandbox('enterprise', folder.file('vatmock.db'));
for (const record of [own, withdrawn]) await placed.sandbox.transact((work) => work.insert(buyers, () => record));
await placed.stop();
const { mock, api, stop } = await startMock({ data: folder.path });
afterAll(async () => {
  await stop();
  await folder.remove();
});
const pathFor = (buyer: string): string => `/v1/buyers/${buyer}/kyc/self-service-invitations`;

test('a buyer of an authorized partner is invited, in capital letters too', async () => {
  for (const uuid of [own.uuid, own.uuid.toUpperCase()]) {
    const { status, body } = await createLinks(api).inviteBuyer(uuid);
    expect([status, body.buyerUuid]).toEqual([201, own.uuid]);
  }
});

test('a buyer whose seller was withdrawn is forbidden', async () => {
  expectProblem(await createLinks(api).inviteBuyer(withdrawn.uuid), mock, {
    status: 403,
    type: 'forbidden',
    instance: pathFor(withdrawn.uuid),
    detail: withdrawn.seller,
  });
});

test("another organization's buyer is not found, as one that nobody has", async () => {
  const strangers = createLinks(api, 'api-client-demo');
  const unknown = '00000000-0000-4000-8000-000000000004';
  const notFound = { status: 404, type: 'not-found', detail: 'does not exist' };
  expectProblem(await strangers.inviteBuyer(own.uuid), mock, { ...notFound, instance: pathFor(own.uuid) });
  expectProblem(await createLinks(api).inviteBuyer(unknown), mock, { ...notFound, instance: pathFor(unknown) });
});

test('what is no uuid is not valid', async () => {
  expect((await createLinks(api).inviteBuyer('nobody')).status).toBe(422);
});
