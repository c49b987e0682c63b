import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { compactVerify } from 'jose';
import type { Certificate } from '../../../src/commands/certify/certificate.ts';
import { type Evidence, gradeCheck } from '../../../src/commands/certify/grade.ts';
import { loadYaml } from '../../../src/edges/files/load-yaml.ts';
import { packageFile, packageJson } from '../../../src/edges/files/package-files.ts';
import type { CertificateFile, CheckFile } from '../../../src/generated/certificate-file.ts';
import { detectors as DETECTORS, receiverRules as RECEIVER_RULES } from '../../engine/coaching/watch.ts';
import { runHere } from '../../support/command-line.ts';
import { isLongForm } from '../../support/long-form.ts';
import { startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';

const CLIENT = 'test/acceptance/certify/client.js';

let folder: TempFolder;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
beforeAll(async () => {
  folder = await createTempFolder({
    'key.pem': privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    'other.pem': generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  });
});
afterAll(() => folder.remove());

const certify = async (mistake: string, out: string, ...flags: readonly string[]) => {
  const options = ['--out', folder.file(out), '--key', folder.file('key.pem'), ...flags];
  const ended = await runHere(['certify', ...options, '--', process.execPath, CLIENT, mistake]);
  const certificate = JSON.parse(await readFile(folder.file(`${out}/certificate.json`), 'utf8')) as Certificate;
  return { ...ended, certificate };
};

/** Names of the checks of a level with one of these grades. */
const checksWith = ({ levels }: Certificate, level: string, ...grades: readonly string[]): readonly string[] =>
  levels
    .filter((one) => one.level === level)
    .flatMap(({ checks }) => checks.filter(({ grade }) => grades.includes(grade)).map(({ check }) => check));

describe('a client that makes no mistake', () => {
  test('reaches every level, twice with the same bytes, which verify', async () => {
    const { code, stdout, certificate } = await certify('none', 'first');
    expect(stdout).toBe('+  Shape: 4 passed\n+  Resilient: 13 passed\n+  Production-ready: 6 passed\n');
    expect(code).toBe(0);
    expect(certificate.level).toBe('production-ready');
    expect(certificate.tested.switchesTurned).toContain('etag-format=weak');

    await certify('none', 'second');
    for (const name of ['certificate.json', 'certificate.json.jws', 'certificate.html', 'certificate.pdf'])
      expect([name, await readFile(folder.file(`second/${name}`))]).toEqual([
        name,
        await readFile(folder.file(`first/${name}`)),
      ]);

    const json = await readFile(folder.file('first/certificate.json'));
    const jws = await readFile(folder.file('first/certificate.json.jws'), 'utf8');
    const whole = jws.replace('..', `.${json.toString('base64url')}.`);
    expect((await compactVerify(whole, publicKey)).protectedHeader).toMatchObject({
      alg: 'EdDSA',
      jwk: createPublicKey(privateKey).export({ format: 'jwk' }),
    });
    const digest = createHash('sha256').update(json).digest('hex');
    expect(await readFile(folder.file('first/certificate.html'), 'utf8')).toContain(digest);

    const verify = (...args: readonly string[]) => runHere(['certify', ...args]);
    expect(await verify(folder.file('first/certificate.json'))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is as it was signed with the key '),
    });
    expect(await verify(folder.file('first/certificate.json'), '--key', folder.file('other.pem'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is signed with another key, '),
    });
    await writeFile(folder.file('second/certificate.json'), json.toString().replace('passed', 'Passed'));
    expect(await verify(folder.file('second/certificate.json'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not what was signed'),
    });
  }, 120_000);

  test('and has no webhook receiver reaches them too, and the certificate says what does not apply', async () => {
    const { code, certificate } = await certify('has no receiver', 'no-receiver');
    expect(code).toBe(0);
    expect(checksWith(certificate, 'production-ready', 'not applicable')).toEqual([
      'Forged webhooks',
      'Replayed webhooks',
      'Raw body',
    ]);
    expect(await readFile(folder.file('no-receiver/certificate.html'), 'utf8')).toContain(
      'The client never calls createWebhook.',
    );
  }, 60_000);
});

const MISTAKES: readonly (readonly [
  mistake: string,
  reached: string | null,
  level: string,
  failed: readonly string[],
])[] = [
  ['sends no key', null, 'shape', ['Its tests pass', 'Requests fit the description', 'Operations are answered']],
  ['fetches a token for every call', null, 'shape', ['No rule is broken']],
  ['sends no If-Match', null, 'resilient', ['Concurrent change']],
  [
    'draws a new key for every attempt',
    'shape',
    'resilient',
    ['Lost response', 'Unavailable service', 'Page of a proxy'],
  ],
  ['does not wait', 'shape', 'resilient', ['Rate limit', 'Unavailable service']],
  ['keeps a refused token', 'shape', 'resilient', ['Expired token']],
  ['reads one signature', 'shape', 'resilient', ['Rotated signing secret']],
  ['reads versions in ETags', 'resilient', 'production-ready', ['Details left open']],
  ['reads one page', 'resilient', 'production-ready', ['Paging']],
  ['trusts every webhook', 'resilient', 'production-ready', ['Forged webhooks', 'Replayed webhooks']],
];

/** One of each level. */
const SHORT_FORM = ['fetches a token for every call', 'does not wait', 'trusts every webhook'];

test.each(MISTAKES.filter(([mistake]) => isLongForm || SHORT_FORM.includes(mistake)))(
  'a client that %s reaches %j, and not %s',
  async (mistake, reached, level, failed) => {
    const { code, certificate } = await certify(mistake, 'wrong', '--level', level);
    expect(checksWith(certificate, level, 'failed')).toEqual(failed);
    expect({ code, level: certificate.level }).toEqual({ code: 1, level: reached });
    for (const { checks } of certificate.levels)
      for (const { grade, reasons } of checks)
        if (grade === 'failed') expect(reasons.filter(({ remedy }) => remedy === undefined)).toEqual([]);
        else expect(grade === 'passed').toBe(reasons.length === 0);
  },
  60_000,
);

test('a client must recover every time, not the first time alone', () => {
  const check: CheckFile = { check: 'Unavailable service', tested: 'Often.', run: 'outages', recovers: 503 };
  const [path, request] = ['/me', { query: {}, headers: {} }];
  const exchanges = [503, 200, 503].map((status) => ({ method: 'GET', path, request, status, source: 'scenario' }));
  const run = { exchanges, findings: [], report: {}, trials: new Map(), failedUnder: [] } as unknown as Evidence;
  expect(gradeCheck(check, run, run).grade).toBe('failed');
  const whole = { ...run, exchanges: [...run.exchanges, run.exchanges[1]!] };
  expect(gradeCheck(check, whole, whole).grade).toBe('passed');
});

test('every name in the profile is one that there is', async () => {
  const { runs, levels } = await loadYaml<CertificateFile>(
    packageFile('spec', 'certificate.yaml'),
    packageJson('spec', 'certificate.schema.json'),
  );
  const checks = levels.flatMap((level) => level.checks);
  const started = await startMock();
  for (const { switches } of runs) if (switches !== undefined) await started.mock.assume(switches);
  const { operations, problems } = started.mock.contract;
  await started.stop();
  const known = {
    runs: runs.map(({ run }) => run),
    uses: [...operations.map(({ id }) => id), 'operations that write', 'listBuyers without a filter'],
    findings: ['*', ...[...DETECTORS.map(({ rule }) => rule), ...RECEIVER_RULES].map(({ id }) => id)],
    refusals: ['no operation', ...problems.keys()],
  };
  expect(known.runs).toEqual(expect.arrayContaining(checks.map(({ run }) => run)));
  for (const name of ['uses', 'findings', 'refusals'] as const)
    expect(known[name]).toEqual(expect.arrayContaining(checks.flatMap((check) => check[name] ?? [])));
});

test.each<[args: readonly string[], complaint: string]>([
  [[], 'certify takes a command after --'],
  [['--level', 'gold', '--', 'true'], '--level must be one of shape, resilient, production-ready'],
  [['--key', 'package.json', '--', 'true'], 'is no Ed25519 key'],
  [['--out', 'package.json/x', '--', 'true'], '--out package.json/x cannot be created'],
  [['nowhere.json'], 'nowhere.json or its signature cannot be read (ENOENT)'],
])('%j is refused', async (args, complaint) => {
  const { code, stderr } = await runHere(['certify', ...args]);
  expect(stderr).toContain(complaint);
  expect(code).toBe(2);
});
