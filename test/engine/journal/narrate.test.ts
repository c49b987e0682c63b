import { expect, test } from '@jest/globals';
import { createRandom } from '../../../src/kernel/random.ts';
import { NARRATORS, narratorsIn } from '../../../src/engine/journal/narrate.ts';
import type { EngineParts } from '../../../src/engine/pipeline/engine-parts.ts';
import { OTHER_ORDERS, USUAL_ORDER } from '../../../src/engine/exchange/order-of-checks.ts';
import { requestPipeline } from '../../../src/engine/request-pipeline.ts';

const { plan } = requestPipeline({
  random: createRandom('any'),
  contract: { basePath: '', operations: [] },
} as unknown as EngineParts);

const namesOf = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);

test('every stage of the pipeline has its narrator, in the same order', () => {
  expect(NARRATORS.map(({ stage }) => stage)).toEqual(namesOf(plan.stages));
});

test.each(Object.keys(OTHER_ORDERS))('so it is with the order %s', (name) => {
  expect(narratorsIn({ 'order-of-checks': name }, {}).map(({ stage }) => stage)).toEqual(
    namesOf(plan.others.get(name) ?? []),
  );
});

test('each order has every check, once', () => {
  expect([...plan.others.keys()].sort()).toEqual(Object.keys(OTHER_ORDERS).sort());
  for (const order of Object.values(OTHER_ORDERS)) expect([...order].sort()).toEqual([...USUAL_ORDER].sort());
});
