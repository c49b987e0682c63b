import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Ended, runHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { SELLER, sampleBuyer, sampleOrder } from '../../support/sample-order.ts';

const { folderOf, start } = closedBy(afterEach);

let folder: TempFolder;
beforeEach(async () => {
  folder = await folderOf();
});

/** What a client did with our server, as a capsule. */
const record = async (calls: (mock: StartedMock) => Promise<unknown>): Promise<string> => {
  const ours = await start();
  await runHere(['capsule', 'start', '--url', ours.mock.url]);
  await calls(ours);
  const file = folder.file('bug.json');
  await runHere(['capsule', '--url', ours.mock.url, '--out', file]);
  return file;
};

const compare = async (file: string, { mock }: StartedMock, ...args: string[]): Promise<Ended> =>
  runHere(['compare', file, '--upstream', mock.baseUrl, ...args], { VATMOCK_UPSTREAM_TOKEN: await mock.token() });

const ORDERS = `/partners/${SELLER}/orders`;

describe('vatmock compare', () => {
  test('finds nothing where the service answers alike, whatever its data are', async () => {
    const file = await record(async ({ api }) => {
      await api.get('/me');
      await api.get('/orders?size=3');
      await api.get('/orders?size=1000');
    });
    const service = await start({ seed: 'another', frozenAt: '2027-03-01T00:00:00Z' });
    expect(await compare(file, service)).toMatchObject({ code: 0, stdout: '3 calls compared; no differences\n' });
  });

  test('names the place of each difference, and the assumptions that are contradicted', async () => {
    const file = await record(async ({ api }) => {
      await api.get('/me');
      await api.get('/orders?size=3');
    });
    const service = await start({
      assume: 'organization-other-fields=more,find-orders=vin-required',
    });
    const { code, stdout } = await compare(file, service);
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        'call 1, GET /v1/me (getOrganization)',
        '  /body/name       recorded none  now string  assumed: response-required-fields, organization-other-fields',
        '  /body/dpaStatus  recorded none  now string  assumed: response-required-fields, organization-other-fields',
        '  /body/limits     recorded none  now object  assumed: response-required-fields, organization-other-fields',
        'call 2, GET /v1/orders?size=3 (findOrders)',
        '  /status  recorded 200  now 422  assumed: find-orders',
        '2 calls compared; 4 differences',
        '',
      ].join('\n'),
    );
    const { stdout: json } = await compare(file, service, '--json');
    expect(JSON.parse(json).calls[1]).toMatchObject({
      operation: 'findOrders',
      differences: [{ at: '/status', recorded: '200', now: '422', assumptions: ['find-orders'] }],
    });
  });

  test('plays writes only if allowed, and follows the ids of the service', async () => {
    const file = await record(async ({ api }) => {
      const { body } = await api.post(ORDERS, sampleOrder());
      await api.get(`${ORDERS}/${String(body.uuid)}`);
    });
    const service = await start({ seed: 'another' });
    const { code, stdout } = await compare(file, service);
    expect(code).toBe(1);
    expect(stdout).toContain('not compared: call 1, POST /v1/partners/');
    expect(stdout).toContain('(getOrder)\n  /status  recorded 200  now 404');
    expect(service.exchanges.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(await compare(file, service, '--allow-writes')).toMatchObject({
      code: 0,
      stdout: '2 calls compared; no differences\n',
    });
  });

  test('does not play what names a thing in its body that the service did not create', async () => {
    const file = await record(async ({ api }) => {
      const { body } = await api.post(`/partners/${SELLER}/buyers`, sampleBuyer());
      await api.post(ORDERS, sampleOrder({ buyerId: String(body.uuid) }));
    });
    const service = await start({ seed: 'another' });
    await service.mock.nextCall('upsertBuyer', { status: 422 });
    const { stdout } = await compare(file, service, '--allow-writes');
    expect(stdout).toContain(`call 2, POST /v1${ORDERS}: it needs an id that an earlier answer did not have`);
  });

  test('shows no credential, and says what is wrong with its input', async () => {
    const file = await record(({ api }) => api.get('/me'));
    const service = await start();
    const given = ['--upstream', service.mock.baseUrl, '--header', 'Authorization: Bearer not-a-token-of-yours'];
    const refused = await runHere(['compare', file, ...given, '--json']);
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('the service answered 401: VATMOCK_UPSTREAM_TOKEN'),
    });
    expect(refused.stdout).not.toContain('not-a-token');
    await writeFile(
      folder.file('damaged.json'),
      '{"format":"vatmock-capsule","version":1,"calls":[{"kind":"request"}],"replay":{},"organization":{}}',
    );
    for (const [args, code, said] of [
      [[], 2, '--upstream must be the http or https URL'],
      [['--upstream', 'http://a'], 2, 'compare needs one CAPSULE'],
      [[file, '--upstream', 'http://a', '--header', 'nothing'], 2, "--header must be like 'Name: value'"],
      [[folder.file('none'), '--upstream', 'http://a'], 1, 'cannot be read (ENOENT)'],
      [[folder.file('damaged.json'), '--upstream', 'http://a'], 1, 'The capsule is damaged'],
      [[file, '--upstream', 'http://127.0.0.1:1'], 1, 'gave no whole answer (ECONNREFUSED)'],
    ] as const)
      expect(await runHere(['compare', ...args])).toMatchObject({ code, stderr: expect.stringContaining(said) });
  });
});
