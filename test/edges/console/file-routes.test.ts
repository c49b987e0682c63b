import { expect, test } from '@jest/globals';
import { type ConsoleFiles, createFileRoutes, loadConsoleFiles } from '../../../src/edges/console/file-routes.ts';
import type { ApiRequest } from '../../../src/kernel/http.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

const requestFor = (path: string) =>
  ({ method: 'GET', path, origin: 'http://127.0.0.1:4010', header: () => undefined }) as unknown as ApiRequest;

test('a folder in which nothing has been built has no files', async () => {
  const folder = await createTempFolder({ 'README.md': 'not built' });
  expect(await loadConsoleFiles(folder.file('none'))).toBeUndefined();
  expect(await loadConsoleFiles(folder.path)).toBeUndefined();
  await folder.remove();
});

test('a console that has not been built is 503 with what to do, until it has been', async () => {
  const folder: { built?: ConsoleFiles } = {};
  const answer = createFileRoutes(() => Promise.resolve(folder.built));
  for (const path of ['/__console', '/__console/orders', '/__console/assets/main.js']) {
    const { status, headers, content } = await answer(requestFor(path));
    expect({ status, headers }).toMatchObject({
      status: 503,
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
    expect(content).toMatchObject({ mediaType: 'text/plain; charset=utf-8' });
    expect(JSON.stringify(content)).toContain('npm run build');
  }
  folder.built = { page: '<link href="CONSOLE/assets/main.css">', files: new Map() };
  const page = await answer(requestFor('/__console'));
  expect([page.status, JSON.stringify(page.content)]).toEqual([200, expect.stringContaining('/__console/assets/')]);
});
