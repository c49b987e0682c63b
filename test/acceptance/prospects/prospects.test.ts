import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { AS, OTHER_SELLER, PROSPECTS, SELLER, claire, createLinks, linkOf, lucia } from '../self-service/links.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const links = createLinks(api);

interface Listed {
  readonly data: readonly { readonly uuid: string; readonly email: string }[];
  readonly pagination: object;
}

const submit = async (body: object, path = PROSPECTS): Promise<Listed['data'][number]> =>
  (await links.submitProspect(linkOf(await links.invite(undefined, path)).url, body)).body as Listed['data'][number];
const list = async (query = '', path = PROSPECTS): Promise<Listed> =>
  (await api.get(path + query, { as: AS })).body as Listed;
const emailsOf = ({ data }: Listed) => data.map(({ email }) => email);

const EMAILS = ['b@x.example', 'a@x.example', 'd@x.example', 'c@x.example', 'e@x.example'];

beforeAll(async () => {
  expect(await list()).toEqual({ data: [], pagination: { page: 0, size: 20, totalElements: 0, totalPages: 0 } });
  for (const email of EMAILS) {
    await submit({ ...lucia, email });
    clock.advance(1000);
  }
});

test('the newest prospect comes first', async () => {
  const answer = await list();
  expect(emailsOf(answer)).toEqual(EMAILS.toReversed());
  expect(answer.pagination).toEqual({ page: 0, size: 20, totalElements: 5, totalPages: 1 });
});

test.each([
  ['submittedAt,asc', EMAILS],
  ['submittedAt,desc', EMAILS.toReversed()],
  ['email,asc', EMAILS.toSorted()],
  ['email,desc', EMAILS.toSorted().reverse()],
])('sort=%s', async (sort, expected) => {
  expect(emailsOf(await list(`?sort=${sort}`))).toEqual(expected);
});

test.each(['createdAt,asc', 'email', 'email,up', 'lastName,asc'])('sort=%s is refused', async (sort) => {
  const { status, body } = await api.get(`${PROSPECTS}?sort=${sort}`, { as: AS });
  expect([status, body.errors[0].field]).toEqual([422, 'sort']);
});

test('a prospect belongs to the seller whose link it used', async () => {
  const other = `/partners/${OTHER_SELLER}/prospects`;
  const { uuid } = await submit(claire, other);
  expect(emailsOf(await list('', other))).toEqual([claire.email]);
  expect(emailsOf(await list())).not.toContain(claire.email);
  expect((await api.get(`${other}/${uuid}`, { as: AS })).status).toBe(200);
  const instance = `/v1${PROSPECTS}/${uuid}`;
  const answer = await api.get(`${PROSPECTS}/${uuid}`, { as: AS });
  expectProblem(answer, mock, { status: 404, type: 'not-found', instance, detail: `${SELLER} has no prospect` });
});

test('a prospect is read by its uuid in capital letters too', async () => {
  const { data } = await list();
  const answer = await api.get(`${PROSPECTS}/${data[0]!.uuid.toUpperCase()}`, { as: AS });
  expect([answer.status, answer.body]).toEqual([200, data[0]]);
});

test('an unknown prospect is not found, and what is no uuid is not valid', async () => {
  const unknown = '00000000-0000-4000-8000-000000000004';
  expect((await api.get(`${PROSPECTS}/${unknown}`, { as: AS })).status).toBe(404);
  expect((await api.get(`${PROSPECTS}/nobody`, { as: AS })).status).toBe(422);
});
