import { afterAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { makeManyOperations, thingPath } from '../../bench/descriptions/many-operations.ts';
import { ORDERS_PATH, makePeerDescription, operationsOf } from '../../bench/descriptions/peer-description.ts';
import { toRequest } from '../../bench/work.ts';
import { loadContract } from '../../src/engine/validation/load-contract.ts';
import { specFile } from '../support/spec-files.ts';
import { createTempFolder } from '../support/temp-folder.ts';

const made = await makePeerDescription();
const ours = await loadContract(specFile('openapi.yaml'), { trusted: true });
const folder = await createTempFolder({
  'description.json': JSON.stringify(made.document),
  'many.json': JSON.stringify(makeManyOperations(30)),
});
afterAll(() => folder.remove());

test('the copy for the peers has every operation of ours, and can be served', async () => {
  const copy = await loadContract(folder.file('description.json'), { trusted: false });
  expect(copy.findings).toEqual([]);
  expect(copy.operations.map(({ id }) => id)).toEqual(ours.operations.map(({ id }) => id));
});

test('nothing is left in it that peers answer in different ways', () => {
  expect(JSON.stringify(made.document)).not.toMatch(/"x-[a-z-]+":/);
  expect(made.document).not.toHaveProperty('webhooks');
  const createOrder = operationsOf(made.document).find(({ path, method }) => path === ORDERS_PATH && method === 'post');
  expect(Object.keys(createOrder!.operation['responses'] as object).filter((status) => status < '300')).toEqual([
    '201',
  ]);
});

test('the answers of the servers by hand are those of the description', () => {
  expect(made.organization).toHaveProperty('authorizedPartners');
  expect(made.order).toHaveProperty('vins');
  expect(made.invalid).toHaveProperty('status', 422);
});

test('the valid order is valid, the invalid one is not, and no two orders are the same', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  formats.default(ajv);
  const isValid = ajv.compile(made.orderSchema);
  const draw = (work: 'orders' | 'invalid') => {
    const { vary } = toRequest(work, '', 'Bearer any');
    return [vary!(), vary!()].map(({ body, headers }) => ({
      order: JSON.parse(body!),
      key: headers!['idempotency-key'],
    }));
  };
  const [first, second] = draw('orders');
  expect(isValid(first!.order)).toBe(true);
  expect(second!.order.externalOrderId).not.toBe(first!.order.externalOrderId);
  expect(second!.key).not.toBe(first!.key);
  expect(draw('invalid').map(({ order }) => isValid(order))).toEqual([false, false]);
});

test('a description of many operations has so many', async () => {
  const { operations, findings } = await loadContract(folder.file('many.json'), { trusted: false });
  expect(findings).toEqual([]);
  expect(operations).toHaveLength(30);
  expect(operations.at(-1)?.path).toBe(`${thingPath(30)}/{id}`);
});
