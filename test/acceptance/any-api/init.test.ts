/** A folder for a mock of any description, as its new owner uses it. */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../../src/edges/files/package-files.ts';
import { runHere, startCommand } from '../../support/command-line.ts';
import { run } from '../examples/run.ts';

const { folderOf } = closedBy(afterEach);

const SPEC = fileURLToPath(new URL('descriptions/tickets.yaml', import.meta.url));

const MADE = [
  ...['.dockerignore', 'Dockerfile', 'README.md', 'api-types.ts', 'behaviours.ts', 'first.test.js', 'package.json'],
  ...['fixtures/first.yaml', 'scenarios/first.yaml', 'tickets.yaml', 'tsconfig.json'],
];

/** Stands for the installed package: the sources of this one. */
const INSTALLED = {
  'node_modules/vatmock/package.json': JSON.stringify({ type: 'module', exports: './index.js', types: './index.d.ts' }),
  'node_modules/vatmock/index.js': `export * from ${JSON.stringify(packageFile('src', 'index.ts'))};`,
  'node_modules/vatmock/index.d.ts': `export { defineBehaviours, type OwnBehaviours as Behaviours } from ${JSON.stringify(packageFile('src/engine/resources/own-behaviours.ts'))};`,
};

const parent = await closedBy(afterAll).folderOf(INSTALLED);
const made = await runHere(['init', SPEC, parent.file('mock')]);

test('it has what a mock needs, and says what was written', async () => {
  const files = await readdir(parent.file('mock'), { recursive: true, withFileTypes: true });
  const names = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => path.relative(parent.file('mock'), path.join(parentPath, name)));
  expect(names.sort()).toEqual([...MADE].sort());
  expect(made).toMatchObject({ code: 0, stderr: '' });
  for (const name of MADE) expect(made.stdout).toContain(`wrote ${parent.file(path.join('mock', name))}\n`);
});

test('its test passes', async () => {
  const ran = await run(process.execPath, ['--test'], {
    cwd: parent.file('mock'),
    env: { NODE_OPTIONS: '', JEST_WORKER_ID: '' },
  });
  expect(ran).toEqual({ code: 0, output: expect.stringContaining('pass 1') });
});

test('its behaviours have the types of the description', async () => {
  const text = await readFile(parent.file('mock/behaviours.ts'), 'utf8');
  await writeFile(parent.file('mock/wrong.ts'), text.replace('path["ticketId"]', 'path["ticketid"]'));
  const types = ['--types', 'node', '--typeRoots', packageFile('node_modules/@types')];
  const options = ['-p', '.', '--exactOptionalPropertyTypes', '--skipLibCheck', '--pretty', 'false', ...types];
  const { output } = await run(process.execPath, [packageFile('node_modules/typescript/bin/tsc'), ...options], {
    cwd: parent.file('mock'),
  });
  await rm(parent.file('mock/wrong.ts'));
  expect(output).toMatch(/^wrong\.ts\(.*'ticketid' does not exist.*\n$/);
});

test('it starts by the command of its package, with its behaviours, its fixture and its scenario', async () => {
  const { scripts } = JSON.parse(await readFile(parent.file('mock/package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  const [program, ...args] = scripts.start.split(' ');
  expect(program).toBe('vatmock');
  const named = args.map((argument) =>
    argument === 'tickets.yaml' || argument === 'scenarios' ? parent.file(`mock/${argument}`) : argument,
  );
  const server = startCommand([...named, '--port', '0']);
  const [, base = ''] = await server.says('stdout', /Base URL +(\S+)/);
  const headers = { 'x-key': 'mine' };
  expect((await fetch(`${base}/tickets/404`, { headers })).status).toBe(404);
  expect((await fetch(`${base}/tickets/1`, { headers })).status).toBe(200);
  const fixtures = await readFile(parent.file('mock/fixtures/first.yaml'), 'utf8');
  const listed = (await (await fetch(`${base}/tickets`, { headers })).json()) as readonly { readonly id: string }[];
  expect(listed).toHaveLength(1);
  expect(fixtures).toContain(`\ntickets:\n  - id: ${listed[0]?.id ?? ''}\n`);
  const scripted = await fetch(`${base}/tickets/1`, { headers: { ...headers, 'x-mock-scenario': 'first' } });
  expect(scripted.status).toBe(503);
  server.signal('SIGTERM');
  expect((await server.ended).code).toBe(0);
});

test('what exists is overwritten with --force alone', async () => {
  await writeFile(parent.file('mock/behaviours.ts'), '// mine');
  const refused = await runHere(['init', SPEC, parent.file('mock')]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^vatmock: nothing was written: .*behaviours\.ts.* would be overwritten; --force does that\n$/,
  );
  expect(await readFile(parent.file('mock/behaviours.ts'), 'utf8')).toBe('// mine');
  expect((await runHere(['init', SPEC, parent.file('mock'), '--force'])).code).toBe(0);
  expect(await readFile(parent.file('mock/behaviours.ts'), 'utf8')).toContain('getTicket');
});

test('a description in several files is copied whole; what is in its own folder already is left there', async () => {
  const files = {
    'api.yaml': `openapi: 3.1.0
info: { title: "Split \`\${1}\`", version: '1' }
paths: { "/a/{b}": { $ref: parts/a.yaml } }
components: { securitySchemes: { k: { type: apiKey, in: query, name: k } } }
security: [{ k: [] }]
`,
    'parts/a.yaml': `get:
  operationId: "it's"
  parameters: [{ name: b, in: path, required: true, schema: { type: string, format: uuid } }]
  responses: { '200': { description: Ok., content: { application/json: { schema: { $ref: b.yaml } } } } }
`,
    'parts/b.yaml': 'type: integer\n',
  };
  const source = await folderOf(files);
  const target = parent.file('split');
  expect((await runHere(['init', source.file('api.yaml'), target])).stderr).toBe('');
  expect(await readFile(path.join(target, 'parts/b.yaml'), 'utf8')).toBe('type: integer\n');
  expect(await readFile(path.join(target, 'api-types.ts'), 'utf8')).toContain('200: number;');
  const ran = await run(process.execPath, ['--test'], { cwd: target, env: { NODE_OPTIONS: '', JEST_WORKER_ID: '' } });
  expect(ran).toEqual({ code: 0, output: expect.stringContaining('pass 1') });
  expect((await runHere(['init', source.file('api.yaml'), source.path])).stderr).toBe('');
  expect(await readFile(source.file('api.yaml'), 'utf8')).toBe(files['api.yaml']);
});

test('several descriptions are served together, and none replaces another', async () => {
  const named = (name: string, text: string) =>
    text
      .replace('/v2', `/${name}`)
      .replace('title: Tickets', `title: ${name}`)
      .replace('ticketDeleted:', `${name}Deleted:`);
  const text = await readFile(SPEC, 'utf8');
  const source = await folderOf({
    'a.yaml': named('a', text),
    'b.yaml': named('b', text),
    'b/a.yaml': named('b', text),
  });
  const target = parent.file('both');
  const specs = (...names: readonly string[]) => names.map((name) => source.file(name)).join();
  expect((await runHere(['init', specs('a.yaml', 'b.yaml'), target])).stderr).toBe('');
  const { scripts } = JSON.parse(await readFile(path.join(target, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  expect(scripts.start).toBe('vatmock serve --spec a.yaml --spec b.yaml --scenarios scenarios');
  const ran = await run(process.execPath, ['--test'], { cwd: target, env: { NODE_OPTIONS: '', JEST_WORKER_ID: '' } });
  expect(ran).toEqual({ code: 0, output: expect.stringContaining('pass 1') });
  expect(await runHere(['init', specs('a.yaml', 'b/a.yaml'), parent.file('none')])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('b/a.yaml:1:1: another description has a file a.yaml, too: rename one of them'),
  });
});

test.each([
  [['init'], 2, 'init takes a description and a folder'],
  [['init', '/nowhere.yaml', '/tmp/never'], 1, '/nowhere.yaml:1:1: no such file or folder'],
  [['types', '/nowhere.yaml'], 1, '/nowhere.yaml:1:1: no such file or folder'],
])('%j fails with a sentence', async (args, code, message) => {
  expect(await runHere(args)).toMatchObject({
    code,
    stdout: '',
    stderr: expect.stringContaining(`vatmock: ${message}`),
  });
});

test('types of the bundled description are printed without a name', async () => {
  expect((await runHere(['types'])).stdout).toMatch(
    /^\/\/ Types of [\s\S]*export interface Api \{\n {2}\/\*\* .* \*\/\n {2}getOrganization: \{/,
  );
});
