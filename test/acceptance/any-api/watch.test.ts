import { afterEach, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { type RunningCommand, startCommand } from '../../support/command-line.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let command: RunningCommand;
afterEach(async () => {
  command.signal('SIGTERM');
  await command.ended;
  await folder.remove();
});

const describing = (answer: string): string => `openapi: 3.1.0
info: { title: Watched, version: '1' }
paths: { /a: { get: { responses: { '200': { description: OK, content: { text/plain: { example: ${answer} } } } } } } }
`;

test('a changed description is served at the same address; a faulty one is not', async () => {
  folder = await createTempFolder({ 'openapi.yaml': describing('one') });
  const file = folder.file('openapi.yaml');
  command = startCommand(['serve', '--spec', file, '--port', '0', '--watch', '--log-level', 'silent']);
  const [, url = ''] = await command.says('stdout', /Base URL +(\S+)/);
  const answer = async (): Promise<string> => (await fetch(`${url}/a`)).text();
  expect(await answer()).toBe('one');
  await writeFile(file, describing('two'));
  await command.says('stderr', /the description has changed: it is served anew/);
  expect(await answer()).toBe('two');
  await writeFile(file, 'openapi: 3.1.0\n\tinfo');
  await command.says('stderr', /openapi\.yaml:2:\d+: .*; the former description stays in use/);
  expect(await answer()).toBe('two');
});

test('one that its behaviours do not fit yet is served when they do', async () => {
  const spec = describing('one').replace('get: {', 'get: { operationId: one,');
  folder = await createTempFolder({
    'openapi.yaml': spec,
    'behaviours.js': 'export default { one: () => undefined };',
  });
  const file = folder.file('openapi.yaml');
  command = startCommand(['serve', '--spec', file, '--port', '0', '--watch', '--log-level', 'silent']);
  const [, url = ''] = await command.says('stdout', /Base URL +(\S+)/);
  await writeFile(file, spec.replaceAll(/: one\b/g, ': uno'));
  await command.says(
    'stderr',
    /there is no operation "one" .* did you mean "uno"\?[^]*it is served when what uses it fits/,
  );
  await writeFile(folder.file('behaviours.js'), 'export default { uno: () => undefined };');
  await command.says('stderr', /it is served anew/);
  expect(await (await fetch(`${url}/a`)).text()).toBe('uno');
});

test('a promise that a behaviour does not await ends no server, and the log names the file', async () => {
  const behaviours = "export default { one: () => (Promise.reject(new Error('forgotten')), undefined) };";
  const spec = describing('one').replace('get: {', 'get: { operationId: one,');
  folder = await createTempFolder({ 'openapi.yaml': spec, 'behaviours.js': behaviours });
  command = startCommand(['serve', '--spec', folder.file('openapi.yaml'), '--port', '0']);
  const [, url = ''] = await command.says('stdout', /Base URL +(\S+)/);
  expect(await (await fetch(`${url}/a`)).text()).toBe('one');
  await command.says('stderr', /behaviours\.js: a promise was rejected that nothing awaits/);
  expect((await fetch(`${url}/a`)).status).toBe(200);
});
