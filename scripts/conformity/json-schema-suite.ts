// How many answers of the server agree with the JSON-Schema-Test-Suite, and how many of plain Ajv.
//
//   npm run conformity:schemas -- FOLDER
//
// FOLDER is a copy of github.com/json-schema-org/JSON-Schema-Test-Suite, which stays outside the repository. Each group
// of the required tests of draft 2020-12 becomes an operation that takes its schema as a body; each test is a request.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createMock } from '../../src/index.ts';

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: npm run conformity:schemas -- FOLDER (a copy of JSON-Schema-Test-Suite)\n');
  process.exit(2);
}

const isVerbose = process.argv.includes('--verbose');
const suite = path.join(folder, 'tests', 'draft2020-12');
const files = (await readdir(suite)).filter((name) => name.endsWith('.json')).sort();

const holdsReference = (text: string): boolean => /"\$(?:ref|dynamicRef)"/.test(text);

/** A schema that stands in a description is at home only with an address of its own; a file of the suite is its own home. */
const atHome = (schema: unknown, address: string): unknown =>
  typeof schema === 'object' && schema !== null && !('$id' in schema) && holdsReference(JSON.stringify(schema))
    ? { $id: address, ...schema }
    : schema;

const toDescription = (groups: readonly Group[]): object => ({
  openapi: '3.1.0',
  info: { title: 'Suite', version: '1' },
  paths: Object.fromEntries(
    groups.map(({ schema }, index) => {
      const own = atHome(schema, `https://suite.example/${String(index)}`);
      const requestBody = { required: true, content: { 'application/json': { schema: own } } };
      return [`/${String(index)}`, { post: { requestBody, responses: { 204: { description: 'Valid' } } } }];
    }),
  ),
});

const plainAjv = (schema: unknown, data: unknown): boolean | undefined => {
  try {
    const ajv = new Ajv2020({ strict: false, logger: false });
    formats.default(ajv);
    return ajv.validate(schema as object, data);
  } catch {
    return undefined;
  }
};

const work = await mkdtemp(path.join(tmpdir(), 'vatmock-suite-'));
const count = { tests: 0, ours: 0, ajv: 0 };
try {
  for (const name of files) {
    const groups = JSON.parse(await readFile(path.join(suite, name), 'utf8')) as readonly Group[];
    // One at a time: the addresses of one group must not lead into another.
    const batches = groups.some(({ schema }) => JSON.stringify(schema).includes('$id'))
      ? groups.map((group) => [group])
      : [groups];
    for (const batch of batches) {
      const spec = path.join(work, 'openapi.json');
      await writeFile(spec, JSON.stringify(toDescription(batch)));
      const mock = await createMock({ spec, port: 0 });
      for (const [index, { description, schema, tests }] of batch.entries())
        for (const { data, valid, description: what } of tests) {
          const { status } = await fetch(`${mock.baseUrl}/${String(index)}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(data),
          });
          const ajv = plainAjv(schema, data);
          count.tests++;
          if (ajv === valid) count.ajv++;
          if (status === (valid ? 204 : 422)) count.ours++;
          else if (isVerbose)
            process.stdout.write(
              `${name}: ${description}: ${what}: ${String(status)}, valid: ${String(valid)}${ajv === valid ? ', Ajv is right' : ''}\n`,
            );
        }
      await mock.close();
    }
  }
} finally {
  await rm(work, { recursive: true });
}
process.stdout.write(
  `${String(count.tests)} tests: the server agrees with ${String(count.ours)}, plain Ajv with ${String(count.ajv)}\n`,
);
process.exitCode = count.ours >= count.ajv ? 0 : 1;
