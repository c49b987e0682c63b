/** What README.md and docs/integrating.md tell the reader to copy and paste, run as it stands. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/edges/system/time.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { playPage, playReadme } from './play-page.ts';
import { run } from './run.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const TOOLS = 'curl --version && grep --version && sed --version';

let started: StartedMock;
let folder: TempFolder;
beforeAll(async () => {
  folder = await createTempFolder({});
});
beforeEach(async () => {
  started = await startMock({ clock: systemClock });
});
afterEach(() => started.stop());
afterAll(() => folder.remove());

/** The commands are for a Unix shell: skipped on machines that have none, such as plain Windows. */
const testWhere = (await run('bash', ['-c', TOOLS], { cwd: ROOT })).code === 0 ? test : test.skip;

const url = (): string => new URL(started.mock.url).origin;

testWhere('README.md: an order, two violations, the reason, and an answer for the asking', () =>
  playReadme(url(), folder.path),
);

testWhere('docs/integrating.md: everything that its tour promises, and what follows', async () => {
  await playPage('docs/integrating.md', url(), folder.path, [
    '"status":"COMPLIANCE_VALID"',
    '"decision":"VALID_EXPORT"',
    '"downloadUrl":',
    '"secret":"whsec_',
    '"status":"VALID"',
    '"simulator": "vies_recheck_failed_in_transit"',
    '"kyc.vies_check_failed"',
    '"compliance.status_changed"',
    '"code":"VIES_INVALID"',
    '"name": "tour"',
    '"simulator": "vies_check_passed"',
    '"received": 5',
    '"answered": 500',
    '"answered": "timeout"',
    '"answered": 200',
    '\n000\n',
    '"externalOrderId":"TOUR-1"',
    '\n201\n',
    '"verdict": "met"',
    '/problems/milestone-already-set',
    '"status": 409',
    '"previousSecretExpiresAt"',
    'preference-applied: example=restricted',
    'preference-applied: dynamic=true, seed=42',
  ]);
  const file = await readFile(folder.file('export-file.pdf'), 'latin1');
  expect(file.slice(0, 5)).toBe('%PDF-');
});
