import { sampleBuyer } from '../../support/sample-order.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { components } from '../../../src/index.ts';
import { closedBy } from '../../support/closed-by.ts';
import { BUYERS as ELSEWHERE, CLIENT as as, OTHER_BUYERS as BUYERS } from './sample-buyer.ts';

const { api, clock } = await closedBy(afterAll).start();

const NUMBERS = ['DE100', 'FR100', 'PL100', 'IT100', 'NL100'];
const NAMES = ['Delta', 'Alpha', 'Echo', 'Bravo', 'Charlie'];

const atFirst = (await api.get(BUYERS, { as })).body;
beforeAll(async () => {
  for (const [index, vatNumber] of NUMBERS.entries()) {
    await api.post(BUYERS, sampleBuyer({ vatNumber, companyName: NAMES[index] }), { as });
    clock.advance(1000);
  }
  await api.post(ELSEWHERE, sampleBuyer({ vatNumber: 'AT100', companyName: 'Elsewhere' }), { as });
  // The first becomes the one that was changed last.
  const { data } = (await api.get(`${BUYERS}?vatNumber=DE100`, { as })).body;
  await api.patch(`${BUYERS}/${data[0].uuid}`, { companyName: 'Delta II' }, { as });
});

const list = async (query: string): Promise<components['schemas']['BuyerPage']> =>
  (await api.get(`${BUYERS}${query}`, { as })).body as components['schemas']['BuyerPage'];
const names = async (query: string): Promise<string[]> =>
  (await list(query)).data.map(({ companyName }) => companyName);

test('newest first, those of the seller only, as each is read by itself', async () => {
  const { data, pagination } = await list('');
  expect(data.map(({ vatNumber }) => vatNumber)).toEqual(NUMBERS.toReversed());
  expect(pagination).toEqual({ page: 0, size: 20, totalElements: 5, totalPages: 1 });
  expect((await api.get(`${BUYERS}/${data[2]!.uuid}`, { as })).body).toEqual(data[2]);
});

test.each([
  ['createdAt,asc', ['Delta II', 'Alpha', 'Echo', 'Bravo', 'Charlie']],
  ['createdAt,desc', ['Charlie', 'Bravo', 'Echo', 'Alpha', 'Delta II']],
  ['updatedAt,desc', ['Delta II', 'Charlie', 'Bravo', 'Echo', 'Alpha']],
  ['companyName,asc', ['Alpha', 'Bravo', 'Charlie', 'Delta II', 'Echo']],
  ['companyName,desc', ['Echo', 'Delta II', 'Charlie', 'Bravo', 'Alpha']],
])('sorted by %s', async (sort, expected) => {
  expect(await names(`?sort=${sort}`)).toEqual(expected);
});

test('pages follow each other without gap or repetition', async () => {
  const pages = await Promise.all(
    [0, 1, 2, 3].map((page) => names(`?page=${String(page)}&size=2&sort=companyName,asc`)),
  );
  expect(pages).toEqual([['Alpha', 'Bravo'], ['Charlie', 'Delta II'], ['Echo'], []]);
  expect((await list('?page=3&size=2')).pagination).toEqual({
    page: 3,
    size: 2,
    totalElements: 5,
    totalPages: 3,
  });
});

describe('filters', () => {
  test.each([
    ['?vatNumber=PL100', ['Echo']],
    ['?vatNumber=AT100', []],
    ['?vatNumber=PL10', []],
    ['?status=BLOCKED', []],
    ['?status=ACTIVE&sort=companyName,asc', ['Alpha', 'Bravo', 'Charlie', 'Delta II', 'Echo']],
    ['?status=ACTIVE&vatNumber=FR100', ['Alpha']],
    ['?status=BLOCKED&vatNumber=FR100', []],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect((await list(query)).pagination.totalElements).toBe(expected.length);
  });

  test.each(['?vatNumber=pl100', '?status=OPEN', '?sort=vatNumber,asc', '?sort=companyName'])(
    '%s is refused',
    async (query) => {
      expect(await api.get(`${BUYERS}${query}`, { as })).toMatchObject({
        status: 422,
        body: { errors: [{ field: expect.stringMatching(/vatNumber|status|sort/) }] },
      });
    },
  );
});

test('a seller without buyers has an empty list', () => {
  expect(atFirst).toEqual({ data: [], pagination: { page: 0, size: 20, totalElements: 0, totalPages: 0 } });
});
