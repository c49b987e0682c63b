import { expect, test } from '@jest/globals';
import { createCompilers } from '../../../src/engine/validation/ajv.ts';
import { compileInTurns } from '../../../src/engine/validation/compile-in-turns.ts';

const names = Array.from({ length: 20 }, (_, index) => `member${String(index)}`);
const objectOf = (member: object): object => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, member])),
});
const valueOf = (member: unknown): object => Object.fromEntries(names.map((name) => [name, member]));

const schemas = { Large: objectOf(objectOf({ type: 'integer' })) };
const compilersOf = () => createCompilers({ document: { components: { schemas } }, isForeign: true } as never);

test('a large schema is compiled in many turns of the event loop, as the value reaches its parts, and once', async () => {
  let begun = 0;
  const { exact } = compilersOf();
  const check = (value: object) =>
    compileInTurns(() => {
      begun++;
      return exact('#/components/schemas/Large')(value);
    });
  expect(await check(valueOf({}))).toBe(false);
  const reached = begun;
  expect(await check(valueOf(valueOf(1)))).toBe(true);
  expect(begun).toBeGreaterThan(reached + 3);
  expect(check(valueOf(valueOf(1)))).toBe(true);
  expect(check({ ...valueOf(valueOf(1)), member19: valueOf('one') })).toBe(false);
});

test('works that compile take turns', async () => {
  const ended: string[] = [];
  const compiling = async (name: string, member: object): Promise<void> => {
    const { exact } = createCompilers({
      document: { components: { schemas: { Tested: member } } },
      isForeign: true,
    } as never);
    await compileInTurns(() => exact('#/components/schemas/Tested')(valueOf(valueOf(1))));
    ended.push(name);
  };
  await Promise.all([compiling('large', schemas.Large), compiling('small', objectOf({ type: 'object' }))]);
  expect(ended).toEqual(['small', 'large']);
});
