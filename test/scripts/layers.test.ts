import { expect, test } from '@jest/globals';
import { checkLayers } from '../../scripts/layers/check-layers.ts';
import { createTempFolder } from '../support/temp-folder.ts';

/** Checks files below `src` of a folder of their own. */
const check = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const folder = await createTempFolder(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`src/${name}`, text])),
  );
  try {
    return checkLayers(folder.path);
  } finally {
    await folder.remove();
  }
};

const VALUE = 'export type Value = string;\n';
const importing = (from: string, name = 'Value') =>
  `import type { ${name} } from '${from}';\nexport type ${name}s = readonly ${name}[];\n`;

test('an import from a lower layer is allowed', async () => {
  expect(
    await check({ 'kernel/value.ts': VALUE, 'engine/journal/list.ts': importing('../../kernel/value.ts') }),
  ).toEqual([]);
});

test.each([
  ['of a type', importing('../../control/clock/value.ts')],
  ['of a file that is loaded late', `export const load = () => import('../../control/clock/value.ts');\n`],
])('an import %s from a higher layer is a violation', async (_name, text) => {
  expect(await check({ 'control/clock/value.ts': VALUE, 'engine/contract/list.ts': text })).toEqual([
    'src/engine/contract/list.ts -> src/control/clock/value.ts: the layer "any API" imports from itself and from lower ones only (scripts/layers/layers.ts)',
  ]);
});

test('a folder that is part of no layer is a violation', async () => {
  expect(await check({ 'kernel/value.ts': VALUE, 'cellar/list.ts': importing('../kernel/value.ts') })).toEqual([
    expect.stringContaining('every folder of src is part of a layer'),
  ]);
});

test('resources may know each other, but their files not', async () => {
  const buyers = { 'vat/buyers/value.ts': VALUE, 'vat/buyers/list.ts': importing('../orders/value.ts') };
  const orders = { 'vat/orders/value.ts': VALUE, 'vat/orders/list.ts': importing('../buyers/value.ts') };
  expect(await check({ ...buyers, ...orders })).toEqual([]);
  const cycle = { 'vat/orders/value.ts': `export type { Values as Value } from '../buyers/list.ts';\n` };
  expect(await check({ ...buyers, ...orders, ...cycle })).toEqual([expect.stringContaining('files import each other')]);
});

test('of the engine, they have what is public, and what an exception names', async () => {
  const engine = { 'engine/sdk.ts': VALUE, 'engine/journal/value.ts': VALUE };
  const list = importing('../../engine/journal/value.ts');
  const allowed = { 'vat/orders/list.ts': importing('../../engine/sdk.ts'), 'vat/policy/own-members.ts': list };
  expect(await check({ ...engine, ...allowed })).toEqual([]);
  expect(await check({ ...engine, 'vat/orders/list.ts': list })).toEqual([
    'src/vat/orders/list.ts -> src/engine/journal/value.ts: src/vat imports of the engine what users get, src/engine/sdk.ts; exceptions are in scripts/layers/layers.ts',
  ]);
});

test('files and folders that import each other are violations, even by types alone', async () => {
  const found = await check({
    'engine/journal/one.ts': `import type { Other } from './deep/other.ts';\nexport type One = Other;\n`,
    'engine/journal/deep/other.ts': `import type { One } from '../one.ts';\nexport type Other = { one: One };\n`,
  });
  expect(found).toEqual([
    expect.stringContaining('files import each other'),
    expect.stringMatching(/^src\/engine\/journal -> src\/engine\/journal\/deep -> .*folders import each other/),
  ]);
});

test('so are two folders side by side whose files are in no cycle', async () => {
  const found = await check({
    'engine/journal/a/value.ts': VALUE,
    'engine/journal/a/list.ts': importing('../b/value.ts'),
    'engine/journal/b/value.ts': VALUE,
    'engine/journal/b/list.ts': importing('../a/value.ts'),
  });
  expect(found).toEqual([
    expect.stringMatching(/^src\/engine\/journal\/a -> src\/engine\/journal\/b -> .*folders import each other/),
  ]);
});

test('so are two folders whose inner folders make the cycle', async () => {
  const found = await check({
    'engine/journal/a/value.ts': VALUE,
    'engine/journal/a/list.ts': importing('../b/deep/value.ts'),
    'engine/journal/b/deep/value.ts': VALUE,
    'engine/journal/b/list.ts': importing('../a/value.ts'),
  });
  expect(found).toEqual([expect.stringContaining('src/engine/journal/a -> src/engine/journal/b -> ')]);
});

test('the console knows nothing of the server but the types of the control API', async () => {
  const folder = await createTempFolder({
    'src/kernel/value.ts': VALUE,
    'src/generated/admin-types.ts': VALUE,
    'src/engine/journal/list.ts': importing('../../../console/main.tsx', 'Shown'),
    'console/main.tsx': `import type { Value } from '../src/generated/admin-types.ts';\nexport type Shown = Value;\n`,
    'console/kit/list.ts': importing('../../src/kernel/value.ts'),
  });
  try {
    expect(checkLayers(folder.path)).toEqual([
      expect.stringMatching(/^console\/kit\/list\.ts -> src\/kernel\/value\.ts: the console knows/),
      expect.stringMatching(/^src\/engine\/journal\/list\.ts -> console\/main\.tsx: .*console is not part/),
      expect.stringMatching(/^console -> src -> console: folders import each other/),
    ]);
  } finally {
    await folder.remove();
  }
});
