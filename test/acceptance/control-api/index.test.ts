import { afterEach, expect, test } from '@jest/globals';
import { readSpec } from '../../support/spec-files.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createAdminClient, succeed } from './admin-client.ts';

let started: StartedMock;
afterEach(() => started.stop());

test('somebody who has only the address finds every control call', async () => {
  started = await startMock();
  const welcome = succeed(await started.api.call('GET', `${started.mock.url}/`, { as: null })).body;
  expect(welcome.controlApi).toBe(`${started.mock.url}/__admin`);
  const index = succeed(await started.api.call('GET', String(welcome.controlApi), { as: null })).body;
  expect(index).toMatchObject({ name: 'vatmock', documentation: 'docs/control-api.md' });
  expect(index.calls).toContainEqual({
    method: 'POST',
    path: '/__admin/clock/advance',
    summary: expect.stringMatching(/./),
  });
  const { paths } = await readSpec('admin.yaml');
  expect(new Set(index.calls.map(({ path }: { path: string }) => path.slice('/__admin'.length)))).toEqual(
    new Set(Object.keys(paths as object)),
  );
  expect(index.calls.filter(({ summary }: { summary: string }) => summary === '')).toEqual([]);
});

test('no token is needed for it, on a hosted server neither', async () => {
  started = await startMock({ mode: 'hosted' });
  const admin = createAdminClient(started);
  expect((await admin('GET', '/')).status).toBe(200);
  expect((await admin('GET', '')).status).toBe(200);
});
