/** What a stranger gets who installs the tarball into an empty project, in short; the long form is in judges/. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type InstalledProject, createInstalledProject } from '../../support/installed-project.ts';

let project: InstalledProject;
beforeAll(async () => {
  project = await createInstalledProject();
});
afterAll(() => project.remove());

test('it is one package, whose command serves and whose module can be imported and required', async () => {
  expect(project.installed.packages).toEqual(['node_modules/vatmock']);
  expect(project.installed.bytes).toBeLessThan(45_000_000);
  const { url, command } = await project.serve();
  expect((await fetch(`${url}/__console`)).status).toBe(200);
  expect(await (await fetch(`${url}/openapi.yaml`)).text()).toMatch(/^openapi: 3/);
  command.signal('SIGTERM');
  expect((await command.ended).code).toBe(0);
  const USE = `mock => mock.token().then(token => mock.handle(new Request(mock.baseUrl + '/me', { headers: { authorization: 'Bearer ' + token } })))
    .then(({ status }) => mock.close().then(() => console.log('status', status)))`;
  await project.write({
    'use.mjs': `import { createMock } from 'vatmock';\ncreateMock().then(${USE});`,
    'use.cjs': `require('vatmock').createMock().then(${USE});`,
  });
  for (const file of ['use.mjs', 'use.cjs'])
    expect(await project.node([file])).toEqual({ code: 0, output: 'status 200\n' });
});
