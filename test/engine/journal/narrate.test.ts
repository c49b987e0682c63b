import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { NARRATORS } from '../../../src/engine/journal/narrate.ts';

test('every stage of the pipeline has its narrator, in the same order', () => {
  const file = new URL('../../../src/engine/pipeline/request-pipeline.ts', import.meta.url);
  const stages = [...readFileSync(file, 'utf8').matchAll(/\.stage\((\w+)\(/g)].map(([, name]) => name);
  expect(NARRATORS.map(({ stage }) => stage)).toEqual(stages);
});
