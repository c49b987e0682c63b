// Keeps what this version writes, for later ones to read. What a release has kept is never made again.
//
//   node test/acceptance/releases/keep-release.ts
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageFile } from '../../../src/edges/files/package-files.ts';
import { startMock } from '../../support/start-mock.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';
import { ANSWERS, CAPSULE, DATABASE, ORDER, SCENARIO, STATE, folderOf, readAll } from './release.ts';

const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8')) as { version: string };
const out = folderOf(version);
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const write = (name: string, content: string | Uint8Array): Promise<void> =>
  writeFile(path.join(out, name), gzipSync(content, { level: 9 }));

const folder = await createTempFolder({});
const started = await startMock({ data: folder.file('data') });
const admin = createAdminClient(started);

succeed(await admin('PUT', '/state/snapshots/before'));
succeed(await admin('POST', '/capsule/start'));
succeed(await started.api.post('/webhooks', { url: 'http://127.0.0.1:9/', events: ['compliance.decision_made'] }));
succeed(await started.api.post(ORDER.path, ORDER.body, { headers: ORDER.headers }));
await write(CAPSULE, succeed(await admin('GET', '/capsule')).text);
succeed(await admin('POST', '/capsule/end'));
succeed(await admin('POST', '/events', { body: { type: 'compliance.decision_made' } }));
await write(STATE, succeed(await admin('GET', '/state')).text);
await write(ANSWERS, JSON.stringify(await readAll(started)));
await write(SCENARIO, await readFile(packageFile('scenarios/idempotency/lost-answer.yaml')));
await started.stop();
await write(DATABASE, await readFile(folder.file('data/vatmock.db')));
await folder.remove();
