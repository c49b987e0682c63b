import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { runCommand } from '../../support/command-line.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';

/** A process of its own takes its time to start on a busy machine. */
jest.setTimeout(30_000);

const own = (file: string): Promise<string> => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');

const GOOD = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';

let folder: TempFolder;
beforeAll(async () => {
  const organizations = await own('fixtures/organizations.yaml');
  folder = await createTempFolder({
    'good.yaml': GOOD,
    'folder/openapi.yaml': GOOD,
    'dangling.yaml': `${GOOD.replace('paths: {}\n', '')}paths:\n  /a:\n    get:\n      responses:\n        '200': { $ref: '#/nowhere' }\n`,
    'schema.yaml': `${GOOD.replace('paths: {}\n', '')}paths: {}\ncomponents:\n  schemas:\n    A:\n      type: strong\n    B:\n      pattern: '(['\n`,
    'syntax.yaml': 'openapi: 3.1.0\ninfo:\n\ttitle: A\n',
    'swagger.yaml': 'swagger: "2.0"\n',
    'organizations.yaml': organizations.replace('    dpaAccepted: true', '    dpaAcepted: true'),
    'types.yaml': organizations.replace('rateLimitTier: STANDARD', 'rateLimitTier: GOLD'),
    'events.yaml':
      'asyncapi: 3.0.0\ninfo: { title: A, version: "1" }\nchannels:\n  a:\n    $ref: "#/components/nowhere"\n',
    'events-syntax.yaml': 'asyncapi: 3.0.0\ninfo:\n\ttitle: A\n',
    'events-old.yaml': 'asyncapi: 2.6.0\ninfo: { title: A, version: "1" }\n',
  });
});
afterAll(() => folder.remove());

test('the files of the package are well', async () => {
  const { code, stdout, stderr } = await runCommand(['validate']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const names = ['spec/openapi.yaml', 'spec/admin.yaml', 'spec/asyncapi.yaml', 'fixtures/organizations.yaml'];
  expect(stdout).toBe(names.map((name) => `${name}: ok\n`).join(''));
});

test.each(['good.yaml', 'folder'])('%s is well', async (name) => {
  const { code, stdout } = await runCommand(['validate', folder.file(name)]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/: ok\n$/);
});

test.each([
  ['dangling.yaml', [[7, /\$ref "#\/nowhere" leads nowhere/]]],
  [
    'schema.yaml',
    [
      [7, /must be equal to one of the allowed values/],
      [9, /regular expression/],
    ],
  ],
  ['syntax.yaml', [[3, /./]]],
  ['swagger.yaml', [[1, /convert the description to OpenAPI 3.0 or 3.1/]]],
  [
    'organizations.yaml',
    [
      [8, /'dpaAccepted'/],
      [12, /unknown key "dpaAcepted"/],
    ],
  ],
  ['types.yaml', [[13, /STANDARD, HIGH_VOLUME, ENTERPRISE/]]],
  ['events.yaml', [[5, /#\/components\/nowhere/]]],
  ['events-syntax.yaml', [[3, /./]]],
  ['events-old.yaml', [[1, /not an AsyncAPI 3 description/]]],
  ['missing.yaml', [[1, /no such file/]]],
] as [string, [number, RegExp][]][])('%s has faults, each with its place', async (name, faults) => {
  const { code, stdout } = await runCommand(['validate', folder.file(name)]);
  expect(code).toBe(1);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => /^(.*?):(\d+):(\d+): (.*)$/.exec(line)?.slice(1) ?? [line]);
  expect(lines).toEqual(
    faults.map(([line, message]) => [
      expect.stringContaining(name),
      String(line),
      expect.stringMatching(/^[1-9]/),
      expect.stringMatching(message),
    ]),
  );
});

test('one faulty file among others is enough to fail', async () => {
  const { code, stdout } = await runCommand(['validate', folder.file('good.yaml'), folder.file('swagger.yaml')]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/good\.yaml: ok\n.*swagger\.yaml:1:1: /);
});
