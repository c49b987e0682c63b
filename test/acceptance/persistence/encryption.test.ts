import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runHere } from '../../support/command-line.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { type TestClock, createTestClock } from '../../support/test-clock.ts';
import { SELLER } from '../../support/workflow.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7)).toString('base64');
const OTHER = Buffer.from(Array.from({ length: 32 }, (_, n) => n * 5)).toString('hex');

let folder: TempFolder;
let data: string;
let clock: TestClock;
let started: StartedMock | undefined;
beforeEach(async () => {
  folder = await createTempFolder({ 'restored/note.txt': '' });
  data = folder.file('data');
  clock = createTestClock();
});
const stop = async (): Promise<void> => {
  await started?.stop();
  started = undefined;
};
afterEach(async () => {
  await stop();
  await folder.remove();
});

const start = async (encryptionKey?: string, at = data): Promise<StartedMock> => {
  started = await startMock({ data: at, clock, encryptionKey });
  // The signing key is made in the background.
  await started.mock.token();
  return started;
};

const webhook = { url: 'http://127.0.0.1:9/hooks', events: ['kyc.*'] };

/** Everything secret that a client can cause the server to store, with what shows that it is stored. */
const plant = async ({ api, mock }: StartedMock) => {
  const admin = createAdminClient({ api, mock } as StartedMock);
  const created = await createSandbox(admin);
  const token = await tokenOf(created);
  const endpoint = succeed(await api.post('/webhooks', webhook, { headers: { 'idempotency-key': 'w' } })).body;
  const invitation = succeed(
    await api.post(
      `/partners/${SELLER}/prospects/self-service-invitations`,
      {},
      { headers: { 'idempotency-key': 'i' } },
    ),
  ).body as { url: string };
  const inbox = succeed(await admin('GET', '/inbox/shop', { token })).body as { url: string };
  const client = succeed(await admin('POST', '/clients', { token })).body as { clientSecret: string };
  succeed(await admin('PUT', '/state/snapshots/before'));
  const link = invitation.url.split('/').at(-1) ?? '';
  const [, inboxKey = ''] = /\.([0-9A-Z]{26})\//.exec(inbox.url) ?? [];
  return {
    created,
    secrets: [
      (endpoint as { secret: string }).secret,
      link.split('.').at(-1) ?? '',
      inboxKey,
      client.clientSecret,
      created.clientSecret,
      // The signing key: a member of its JWK.
      '"kty":"RSA"',
    ],
    link,
    inboxUrl: inbox.url,
    token,
  };
};

const found = (secrets: readonly string[]): string[] => {
  const texts = readdirSync(data).map((name) => readFileSync(`${data}/${name}`, 'latin1'));
  return secrets.filter((secret) => texts.some((text) => text.includes(secret)));
};

test('an encrypted folder contains no secret, and a restart keeps everything', async () => {
  const planted = await plant(await start(KEY));
  expect(planted.secrets.every((secret) => secret.length > 8)).toBe(true);
  expect(found(planted.secrets)).toEqual([]);
  await stop();
  expect(found(planted.secrets)).toEqual([]);

  const { api, mock } = await start(KEY);
  const replayed = await api.post('/webhooks', webhook, { headers: { 'idempotency-key': 'w' } });
  expect(replayed.headers['idempotency-replayed']).toBe('true');
  expect(planted.secrets).toContain((replayed.body as { secret: string }).secret);
  expect((await api.get(`/self-service/${planted.link}`, { as: null })).status).toBe(200);
  const admin = createAdminClient({ api, mock } as StartedMock);
  // Signed with the key from before.
  expect(succeed(await admin('GET', '/inbox/shop', { token: planted.token })).body).toMatchObject({
    url: planted.inboxUrl.replace(/^http:\/\/[^/]+/, mock.url),
  });
  succeed(await admin('POST', '/state/snapshots/before/restore'));
});

test('a folder that is not encrypted contains them: what the test above would find', async () => {
  const { secrets } = await plant(await start());
  const [signing, link, inbox] = secrets;
  expect(found(secrets)).toEqual([signing, link, inbox, '"kty":"RSA"']);
});

test('a backup has the key of its folder', async () => {
  const { mock, api } = await start(KEY);
  const { secrets, link } = await plant({ mock, api } as StartedMock);
  const target = folder.file('restored/vatmock.db');
  expect((await runHere(['backup', target, '--url', mock.url])).code).toBe(0);
  await stop();
  const bytes = readFileSync(target, 'latin1');
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
  await start(KEY, folder.file('restored'));
  expect((await started?.api.get(`/self-service/${link}`, { as: null }))?.status).toBe(200);
});

const serve = (env: Readonly<Record<string, string>>) =>
  runHere(['serve', '--port', '0', '--data', data, '--log-level', 'silent'], env);

test('a server without the key of its folder, or with another, ends at once and names the remedy', async () => {
  await start(KEY);
  await stop();
  const without = await serve({});
  expect(without).toMatchObject({ code: 1, stdout: '' });
  expect(without.stderr).toMatch(/^vatmock: .*vatmock\.db is encrypted: set VATMOCK_ENCRYPTION_KEY to its key, .*\n$/);
  const wrong = await serve({ VATMOCK_ENCRYPTION_KEY: OTHER });
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toMatch(/^vatmock: .*vatmock\.db is encrypted with another key than that of VATMOCK_/);
  expect(wrong.stderr).not.toContain(OTHER);
});

test.each([
  ['too short', 'c2VjcmV0'],
  ['a password', 'correct horse battery staple 1234567890abcd'],
  ['of one letter', 'A'.repeat(43)],
  ['of few bytes', '00ff'.repeat(16)],
])('a key that is %s is refused without being shown', async (_name, key) => {
  const { code, stderr } = await serve({ VATMOCK_ENCRYPTION_KEY: key });
  expect(code).toBe(2);
  expect(stderr).toContain(
    'VATMOCK_ENCRYPTION_KEY must be 32 random bytes in base64 or hexadecimal: make one with "openssl rand -base64 32"',
  );
  expect(stderr).not.toContain(key);
});

test('a folder that is not encrypted is refused with a key; its state moves to one that is', async () => {
  const before = await start();
  const endpoint = { url: 'https://shop.example/hooks', events: ['kyc.*'] };
  succeed(await before.api.post('/webhooks', endpoint, { headers: { 'idempotency-key': 'moved' } }));
  const state = succeed(await createAdminClient(before)('GET', '/state')).body;
  await stop();
  const refused = await serve({ VATMOCK_ENCRYPTION_KEY: KEY });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(
    'is not encrypted, but VATMOCK_ENCRYPTION_KEY is set: choose a new folder with --data',
  );

  data = folder.file('encrypted');
  const after = await start(KEY);
  succeed(await createAdminClient(after)('PUT', '/state', { body: state }));
  expect(succeed(await createAdminClient(after)('GET', '/state')).body).toMatchObject({
    collections: (state as { readonly collections: object }).collections,
  });
  const replayed = await after.api.post('/webhooks', endpoint, { headers: { 'idempotency-key': 'moved' } });
  expect(replayed.headers['idempotency-replayed']).toBe('true');
  expect(found(['shop.example'])).toEqual([]);
});
