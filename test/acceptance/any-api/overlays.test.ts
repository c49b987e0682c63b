import { afterEach, expect, test } from '@jest/globals';
import { formatDiagnostic } from '../../../src/engine/contract/diagnostic.ts';
import { runHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

const DESCRIPTION = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      parameters:
        - { name: old, in: query, required: true, schema: { type: string } }
        - { name: q, in: query, schema: { type: strong } }
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string, example: Rex } } }
`;

const overlay = (actions: string): string =>
  `overlay: 1.1.0\ninfo: { title: Changes, version: '1' }\nactions:\n${actions}`;

const { folderOf, start } = closedBy(afterEach);

const folderWith = (...overlays: readonly string[]): Promise<TempFolder> => {
  const files = Object.fromEntries(overlays.map((text, index) => [`overlay-${String(index)}.yaml`, text]));
  return folderOf({ 'openapi.yaml': DESCRIPTION, ...files });
};

const startWith = async (...overlays: readonly string[]) => {
  const folder = await folderWith(...overlays);
  const files = overlays.map((_, index) => folder.file(`overlay-${String(index)}.yaml`));
  const started = await start({ spec: folder.file('openapi.yaml'), overlay: files.join() });
  const findings = started.mock.findings.map((each) => formatDiagnostic(each).replaceAll(`${folder.path}/`, ''));
  return { api: started.api, findings };
};

test('overlays remove, update and copy, one after the other', async () => {
  const { api } = await startWith(
    overlay(`  - target: $.paths.*.get.parameters[?@.name == 'old']
    remove: true
  - target: $.components.schemas.Pet
    update: { properties: { age: { type: integer, const: 7 } }, required: [age] }
`),
    overlay(`  - target: $.paths
    update: { /cats: {} }
  - target: $.paths['/cats']
    copy: $.paths['/pets']
  - target: $.components.schemas.Pet.properties.age.const
    update: 8
`),
  );
  for (const path of ['/pets', '/cats']) expect((await api.get(path)).body).toEqual({ name: 'Rex', age: 8 });
});

test('faults name the file in which they were written, also where an action moved them', async () => {
  const { findings } = await startWith(
    overlay(`  - target: $.paths['/pets'].get.parameters[0]
    remove: true
  - target: $.paths['/pets'].get.parameters
    update: [{ name: limit, in: query, schema: { type: weak } }]
  - target: $.components.schemas.Pet.properties.name.type
    update: 5
`),
  );
  expect(findings).toEqual([
    expect.stringMatching(/^openapi\.yaml:8:\d+: .*"strong".*parameters\/1\/schema\/type\)$/),
    expect.stringMatching(/^overlay-0\.yaml:7:\d+: .*"weak".*#\/actions\/1\/update\/0\/schema\/type\)$/),
    expect.stringMatching(/^overlay-0\.yaml:9:\d+: .*#\/actions\/2\/update\)$/),
  ]);
});

test.each<readonly [action: string, line: number, message: RegExp]>([
  [`{ target: "$.paths['/nowhere']", remove: true }`, 4, /nothing in the description matches/],
  [`{ target: "$.paths['/pets", remove: true }`, 4, /no JSONPath of RFC 9535 from character/],
  [`{ target: $.info, update: [1] }`, 4, /a list cannot be merged with an object/],
  [`{ target: $.info }`, 4, /an action needs "update", "remove: true" or "copy"/],
  [`{ target: $.info, copy: $.paths.*.get.parameters.* }`, 4, /must match one value/],
])('the action %s changes nothing, and is a finding', async (action, line, message) => {
  const { findings } = await startWith(overlay(`  - ${action}\n`));
  expect(findings[0]).toMatch(new RegExp(`^overlay-0\\.yaml:${String(line)}:`));
  expect(findings[0]).toMatch(message);
});

test.each([
  ['overlay: 2.0.0\nactions: []\n', /"overlay" must be 1\.0\.0 or 1\.1\.0, but is 2\.0\.0/],
  ['openapi: 3.1.0\n', /not an overlay/],
  ['overlay: 1.0.0\nactions: none\n', /"actions" must be a list/],
  ['overlay: 1.0.0\n\tactions: []\n', /./],
  // Each action doubles what it copies.
  [
    overlay(`  - { target: $.info, update: { a: {} } }\n${`  - { target: $.info.a, copy: $ }\n`.repeat(300)}`),
    /too large|levels deep/,
  ],
])('%j cannot be applied, which stops the start', async (text, message) => {
  const folder = await folderWith(text);
  const file = folder.file('overlay-0.yaml');
  await expect(start({ spec: folder.path, overlay: file })).rejects.toMatchObject({
    message: expect.stringMatching(message),
  });
});

test('vatmock validate applies them, too', async () => {
  const folder = await folderWith(overlay(`  - target: $.paths['/pets'].get\n    update: { tags: none }\n`));
  const args = ['validate', folder.file('openapi.yaml'), '--overlay', folder.file('overlay-0.yaml')];
  const { stdout, code } = await runHere(args);
  expect(code).toBe(1);
  expect(stdout).toMatch(/overlay-0\.yaml:5:\d+: must be array \(at #\/actions\/0\/update\/tags\)/);
});
