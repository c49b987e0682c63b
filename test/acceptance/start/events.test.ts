import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { runCommand } from '../../../src/commands/run-command.ts';
import { packageFile } from '../../../src/edges/files/package-files.ts';

import { createTestTerminal } from '../../support/test-terminal.ts';

let file: string;
let whole: string;
const folder = await closedBy(afterAll).folderOf();
beforeAll(async () => {
  await cp(packageFile('spec'), folder.file('spec'), { recursive: true });
  file = folder.file('spec/asyncapi.yaml');
  whole = await readFile(file, 'utf8');
});
beforeEach(() => writeFile(file, whole));

const validate = async (): Promise<string> => {
  const terminal = createTestTerminal();
  await runCommand(['validate', file], terminal);
  return terminal.lines.join('\n');
};

test('the description of the events is well, and its absence is told', async () => {
  expect(await validate()).toMatch(/asyncapi\.yaml: ok$/);
  await rm(file);
  expect(await validate()).toMatch(/spec\/asyncapi\.yaml:1:1: no such file/);
});

test.each<[what: string, from: string | RegExp, to: string, message: RegExp]>([
  ['no YAML', 'operations:\n', 'operations: [\n', /asyncapi\.yaml:\d+:\d+: /],
  [
    'another version',
    'asyncapi: 3.0.0',
    'asyncapi: 1.2.0',
    /asyncapi\.yaml:1:1: AsyncAPI 1\.2\.0 is not read: 2\.0 to/,
  ],
  [
    'a file that is not there',
    './schemas/events/export_file.generated.yaml',
    './schemas/events/nowhere.yaml',
    /asyncapi\.yaml:\d\d+:\d+: .*nowhere\.yaml/,
  ],
  ['nothing that is sent', /action: send/g, 'action: receive', /asyncapi\.yaml:1:1: no message is sent: /],
  [
    'a trait that is not there',
    '#/components/messageTraits/signedDelivery',
    '#/components/messageTraits/nowhere',
    /asyncapi\.yaml:\d\d+:\d+: \$ref "#\/components\/messageTraits\/nowhere" leads nowhere/,
  ],
  [
    'an example that does not fit',
    'decision: VALID_EXPORT\n',
    'decision: PERHAPS\n',
    /asyncapi\.yaml:\d\d+:\d+: the example "valid-export" of compliance\.decision_made does not fit its schema: data\.decision must be/,
  ],
])('a description with %s has this told, with its place', async (_what, from, to, message) => {
  const edited = whole.replace(from, to);
  expect(edited).not.toBe(whole);
  await writeFile(file, edited);
  expect(await validate()).toMatch(message);
});
