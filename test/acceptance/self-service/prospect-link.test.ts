import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { AS, DAY, PROSPECTS, claire, createLinks, linkOf, lucia, pathOf } from './links.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const links = createLinks(api);
const prospect = (uuid: string) => api.get(`${PROSPECTS}/${uuid}`, { as: AS });

test('a link is made, opened, used, and leaves a prospect', async () => {
  const now = clock.now();
  const made = await links.invite();
  expect(made.status).toBe(201);
  const { uuid, url } = linkOf(made);
  expect(made.body).toEqual({
    uuid,
    kind: 'PROSPECT',
    url: expect.stringMatching(new RegExp(`^${mock.baseUrl}/self-service/enterprise\\.[0-9A-Z]{26}$`)),
    status: 'OPEN',
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 7 * DAY).toISOString(),
  });
  expect(made.headers['location']).toBe(url);

  const opened = await links.open(url);
  expect([opened.status, opened.body]).toEqual([
    200,
    { kind: 'PROSPECT', status: 'OPEN', expiresAt: made.body.expiresAt },
  ]);

  const submitted = await links.submitProspect(url, claire);
  expect(submitted.status).toBe(201);
  expect(submitted.body).toEqual({
    uuid: expect.any(String),
    ...claire,
    status: 'SUBMITTED',
    submittedAt: new Date(now).toISOString(),
  });
  expect((await prospect(submitted.body.uuid)).body).toEqual(submitted.body);
});

test('a consumer has no company name', async () => {
  const { body } = await links.submitProspect(linkOf(await links.invite()).url, lucia);
  expect(Object.keys((await prospect(body.uuid)).body)).not.toContain('companyName');
  const { url } = linkOf(await links.invite());
  const refused = await links.submitProspect(url, { ...lucia, companyName: 'Nobody Ltd' });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject([{ field: 'companyName' }]);
  expect((await links.open(url)).status).toBe(200);
});

test('all faults of a submission are told at once, by its type', async () => {
  const { url } = linkOf(await links.invite());
  const fieldsOf = async (body: object): Promise<readonly string[]> =>
    ((await links.submitProspect(url, body)).body.errors as { field: string }[]).map(({ field }) => field).toSorted();
  expect(await fieldsOf({})).toEqual(['email', 'firstName', 'lastName', 'type']);
  expect(await fieldsOf({ type: 'CONSUMER', firstName: '' })).toEqual(['email', 'firstName', 'lastName']);
  expect(await fieldsOf({ type: 'COMPANY', firstName: '' })).toEqual(['companyName', 'email', 'firstName', 'lastName']);
  expect(await fieldsOf({ ...lucia, type: 'ROBOT' })).toEqual(['type']);
});

test('a link works once, for reading too', async () => {
  const { url } = linkOf(await links.invite());
  await links.submitProspect(url, claire);
  const used = { status: 409, type: 'milestone-already-set', detail: 'was used at 2026-' };
  expectProblem(await links.submitProspect(url, claire), mock, { ...used, instance: `${pathOf(url)}/prospect` });
  expectProblem(await links.submitProspect(url, lucia), mock, { ...used, instance: `${pathOf(url)}/prospect` });
  expectProblem(await links.open(url), mock, { ...used, instance: pathOf(url) });
});

test('a link for a prospect is not found as a link for KYC, used or not', async () => {
  const { url } = linkOf(await links.invite());
  const data = {
    companyName: 'Any',
    address: { street: 'A', postCode: 'B', city: 'C', country: 'DE' },
    representative: { firstName: 'A', lastName: 'B', email: 'a@b.example' },
  };
  const notFound = { status: 404, type: 'not-found', instance: `${pathOf(url)}/kyc`, detail: '/prospect' };
  expectProblem(await links.submitKyc(url, data), mock, notFound);
  expect((await links.submitProspect(url, claire)).status).toBe(201);
  expectProblem(await links.submitKyc(url, data), mock, notFound);
});

test.each([
  ['mark-up', '<script>alert("x")</script>'],
  ['an attribute', '" onload="alert(1)'],
  ['template signs', '${7*7} {{7*7}} %s'],
  ['accents and other scripts', 'Ἀλέξανδρος Łukasz 王小明 👋🏽'],
  ['control characters', 'a\u0000b\r\nc\t'],
  ['500 characters, the most', 'Ö'.repeat(500)],
])('a name with %s comes back unharmed, as JSON', async (_what, name) => {
  const submission = { ...claire, companyName: name, firstName: name, lastName: name };
  const submitted = await links.submitProspect(linkOf(await links.invite()).url, submission);
  expect(submitted.headers['content-type']).toBe('application/json');
  expect(submitted.body).toMatchObject(submission);
  const read = await prospect(submitted.body.uuid);
  expect(read.headers['content-type']).toBe('application/json');
  expect(read.body).toMatchObject(submission);
});
