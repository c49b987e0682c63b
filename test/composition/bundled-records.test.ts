import { describe, expect, test } from '@jest/globals';
import { createRecordCheck } from '../../src/control/state/check-state.ts';
import type { StateDocument } from '../../src/control/state/state-document.ts';
import { loadOwnContract } from '../../src/edges/files/load-own-contract.ts';
import { type RecordCollection, defineRecords, key } from '../../src/engine/sandbox/collection.ts';
import { handlesJob } from '../../src/engine/sandbox/job-handlers.ts';
import { idIn, label, list, object, oneOf, referencesIn } from '../../src/engine/sandbox/record-schema.ts';
import { createCompilers } from '../../src/engine/validation/ajv.ts';
import { NO_PAUSE } from '../../src/kernel/time-slices.ts';
import { jobHandlers } from '../../src/vat/behaviours.ts';
import { records } from '../../src/composition/bundled-records.ts';

const contract = await loadOwnContract();

describe('the records of a sandbox', () => {
  const names = records.map(({ name }) => name);
  const schemas = [
    ...records.map(({ name, schema }) => [name, schema] as const),
    ...Object.entries(jobHandlers).flatMap(([kind, { data }]) => (data === undefined ? [] : [[kind, data] as const])),
  ];

  test.each(schemas)(
    '%s: its schema compiles with the description, and refers to collections that exist',
    (_, schema) => {
      expect(() => createCompilers(contract).exact(schema)).not.toThrow();
      expect(names).toEqual(expect.arrayContaining(referencesIn(schema).map(([, collection]) => collection)));
    },
  );
});

describe('the check of records', () => {
  const dogs = defineRecords(
    'dogs',
    object({ id: label, kind: oneOf('BIG', 'SMALL'), 'toys?': list(object({ name: label })) }),
    ({ id }) => id,
    ({ kind }) => [key('kind', kind)],
  );
  const walks = defineRecords('walks', object({ id: label, dog: idIn('dogs') }), ({ id }) => id);
  const jobs = records.filter(({ name }) => name === 'jobs');
  const jobKinds = {
    feed: handlesJob(object({ dog: idIn('dogs') }), () => Promise.resolve()),
    rest: {},
  };
  const check = createRecordCheck({
    isHosted: true,
    collections: [dogs, walks, ...jobs] as readonly RecordCollection<never>[],
    jobKinds: () => jobKinds,
    contract,
  });
  const rex = { id: 'rex', position: 1, value: { id: 'rex', kind: 'BIG' }, keys: [key('kind', 'BIG')] };
  const faultsIn = async (collections: Record<string, readonly object[]>) => {
    const document = {
      collections: Object.fromEntries(
        Object.entries(collections).map(([name, documents]) => [name, { last: 10, documents }]),
      ),
    } as unknown as StateDocument;
    const found: unknown[] = [];
    for await (const fault of check(document, NO_PAUSE)) found.push(fault);
    return found;
  };
  const job = (kind: string, data: unknown) => ({
    id: 'a',
    position: 1,
    value: { id: 'a', kind, dueAt: 1, data },
    keys: [key('due', '0000000000000001')],
  });

  test('accepts valid records, further members and collections that are unknown', async () => {
    const value = { ...rex.value, toys: [{ name: 'ball' }], age: 3 };
    const walk = { id: 'w', position: 1, value: { id: 'w', dog: 'rex' }, keys: [] };
    expect(
      await faultsIn({
        dogs: [{ ...rex, value }],
        walks: [walk],
        jobs: [job('feed', { dog: 'rex' })],
        cats: [{ id: 1 }],
      }),
    ).toEqual([]);
  });

  test.each([
    ['a member is missing', { id: 'rex' }, 'value.kind', 'is required in a record of this kind'],
    ['a member has another value', { id: 'rex', kind: 'HUGE' }, 'value.kind', 'allowed values: BIG, SMALL'],
    [
      'an item is wrong',
      { ...rex.value, toys: [{ name: 'ball' }, { name: '' }] },
      'value.toys[1].name',
      'fewer than 1',
    ],
    ['the id is not its own', { ...rex.value, id: 'max' }, 'id', 'is not that of its value'],
    ['the keys are not its own', { ...rex.value, kind: 'SMALL' }, 'keys', 'are not those of its value'],
  ])('%s: says where', async (_, value, place, message) => {
    expect(await faultsIn({ dogs: [{ ...rex, value }] })).toEqual([
      expect.objectContaining({
        field: `collections.dogs.documents[0].${place}`,
        message: expect.stringContaining(message),
      }),
    ]);
  });

  test.each([
    ['walks', { id: 'w', position: 1, value: { id: 'w', dog: 'max' }, keys: [] }, 'value.dog', 'not among dogs'],
    ['jobs', job('feed', { dog: 'max' }), 'value.data.dog', 'not among dogs: a job without it would fail for ever'],
    ['jobs', job('feed', null), 'value.data', 'must be object'],
    ['jobs', job('fly', null), 'value.kind', 'is nothing that this server does; it knows feed, rest'],
    ['jobs', job('constructor', null), 'value.kind', 'it knows feed, rest'],
  ])('%s: refers to what is not there', async (name, document, place, message) => {
    expect(await faultsIn({ dogs: [rex], [name]: [document] })).toEqual([
      expect.objectContaining({
        field: `collections.${name}.documents[0].${place}`,
        message: expect.stringContaining(message),
      }),
    ]);
  });
});
