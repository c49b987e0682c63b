import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { packageFile } from '../../../src/edges/files/package-files.ts';
import { ContractError } from '../../../src/engine/contract/diagnostic.ts';
import { loadAsyncApi } from '../../../src/engine/contract/load-asyncapi.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let file: string;
let whole: string;
beforeAll(async () => {
  folder = await createTempFolder({});
  await cp(packageFile('spec'), folder.file('spec'), { recursive: true });
  file = folder.file('spec/asyncapi.yaml');
  whole = await readFile(file, 'utf8');
});
beforeEach(() => writeFile(file, whole));
afterAll(() => folder.remove());

/** What a start says that is stopped by it. */
const faultOf = async (): Promise<string> => {
  const error = await loadAsyncApi(file).catch((thrown: unknown) => thrown);
  if (!(error instanceof ContractError)) throw new Error('loaded');
  return `${error.file}:${String(error.line)}:${String(error.column)}: ${error.message}`;
};

test('without the description of its events nothing starts, and it is said what to do', async () => {
  await rm(file);
  expect(await faultOf()).toMatch(
    /spec\/asyncapi\.yaml:1:1: no such file: .*put the file back, or install the package again/,
  );
});

test.each<[what: string, from: string | RegExp, to: string, message: RegExp]>([
  ['no YAML', 'operations:\n', 'operations: [\n', /asyncapi\.yaml:\d+:\d+: /],
  ['another version', 'asyncapi: 3.0.0', 'asyncapi: 2.6.0', /asyncapi\.yaml:1:1: not an AsyncAPI 3 description/],
  [
    'a file that is not there',
    './schemas/events/export_file.generated.yaml',
    './schemas/events/nowhere.yaml',
    /asyncapi\.yaml:\d\d+:\d+: .*nowhere\.yaml/,
  ],
  ['nothing that is sent', /action: send/g, 'action: receive', /asyncapi\.yaml:\d\d+:\d+: no event is described: /],
  [
    'an example that does not fit',
    'decision: VALID_EXPORT\n',
    'decision: PERHAPS\n',
    /asyncapi\.yaml:\d\d+:\d+: the example does not fit the payload of "[a-z._]+": data\.decision must be/,
  ],
])('a description with %s is refused, with its place', async (_what, from, to, message) => {
  const edited = whole.replace(from, to);
  expect(edited).not.toBe(whole);
  await writeFile(file, edited);
  expect(await faultOf()).toMatch(message);
});
