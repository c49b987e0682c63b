import { beforeAll, describe, expect, test } from '@jest/globals';
import { createCompareAnswers } from '../../../src/engine/capsule/compare-answers.ts';
import type { Contract } from '../../../src/engine/contract/contract.ts';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';

const DESCRIPTION = `
openapi: 3.1.0
info: { title: Tickets, version: '1' }
paths:
  /tickets:
    get:
      operationId: listTickets
      x-assumption: ordering
      responses:
        '200':
          description: Tickets.
          headers: { Retry-After: { schema: {} }, X-Kind: { schema: { enum: [a, b] } } }
          content:
            application/json:
              schema:
                properties:
                  data: { type: array, items: { $ref: '#/components/schemas/Ticket' } }
                  tags: { type: object, additionalProperties: { type: [string, 'null'] } }
components:
  schemas:
    Ticket:
      x-assumption: [fields]
      properties:
        id: { type: [string, integer], x-provenance: documented }
        status: { enum: [open, closed], x-assumption: statuses }
        note: { type: [string, 'null'] }
`;

let folder: TempFolder;
let contract: Contract;
beforeAll(async () => {
  folder = await createTempFolder({ 'openapi.yaml': DESCRIPTION });
  contract = await loadContract(folder.file('openapi.yaml'), { trusted: false });
  await folder.remove();
});

const toAnswer = (body: unknown, headers: Readonly<Record<string, string>> = {}, status = 200) => ({
  status,
  headers,
  body,
});

const compare = (...[recorded, now]: readonly Parameters<typeof toAnswer>[]) =>
  createCompareAnswers(contract)(
    contract.operations[0]!,
    toAnswer(...(recorded ?? [undefined])),
    toAnswer(...(now ?? [undefined])),
  ).map(({ at, recorded: had, now: has, assumptions }) => [at, had, has, ...assumptions]);

test.each([
  ['other data', { data: [{ id: 'a', status: 'open' }] }, { data: [{ id: 'b', status: 'open' }] }],
  ['another number of items', { data: [{ id: 'a' }] }, { data: [] }],
  ['a type that the description allows', { data: [{ id: 'a', note: null }] }, { data: [{ id: 1, note: 'b' }] }],
  ['a described member more', { data: [{ id: 'a' }] }, { data: [{ id: 'a', note: 'b' }] }],
  ['listed values, in a list', { data: [{ status: 'open' }] }, { data: [{ status: 'closed' }, { status: 'open' }] }],
  ['names that are data', { tags: { a: 'x' } }, { tags: { b: null } }],
])('answers are alike with %s', (_what, recorded, now) => {
  expect(compare([recorded], [now])).toEqual([]);
});

describe('a difference is', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['a type', { data: [{ note: 'a' }] }, { data: [{ note: 1 }] }, ['/body/data/0/note', 'string', 'number', 'fields']],
    ['a list no more', { data: [] }, { data: {} }, ['/body/data', 'array', 'object']],
    ['a member less', { data: [{ note: 'a' }] }, { data: [{}] }, ['/body/data/0/note', 'string', 'none', 'fields']],
    [
      'an undescribed one more',
      { data: [{}] },
      { data: [{ own: 1 }] },
      ['/body/data/0/own', 'none', 'number', 'fields'],
    ],
    [
      'a value that is not listed',
      { data: [{ status: 'open' }] },
      { data: [{ status: 'open' }, { status: 'lost' }] },
      ['/body/data/0/status', '"open"', '"lost"', 'statuses'],
    ],
    ['a body no more', { data: [] }, undefined, ['/body', 'object', 'none']],
  ])('%s', (_what, recorded, now, difference) => {
    expect(compare([recorded], [now])).toEqual([difference]);
  });

  test('a described header, by its form and its listed values', () => {
    expect(compare([{}, { 'retry-after': '30', etag: '1' }], [{}, { 'retry-after': '60' }])).toEqual([]);
    expect(
      compare([{}, { 'retry-after': '30', 'x-kind': 'a' }], [{}, { 'retry-after': 'Sun, 29 Nov', 'x-kind': 'b' }]),
    ).toEqual([
      ['/headers/retry-after', 'number', 'string'],
      ['/headers/x-kind', '"a"', '"b"'],
    ]);
  });

  test('a status, with what the operation assumes', () => {
    expect(compare([{}], [{}, {}, 404])).toEqual([['/status', '200', '404', 'ordering']]);
  });
});
