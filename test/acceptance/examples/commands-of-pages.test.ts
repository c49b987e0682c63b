/** What README.md and docs/integrating.md tell the reader to copy and paste, run as it stands. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readTexts } from '../../../src/config/config.ts';
import { systemClock } from '../../../src/edges/system/system-clock.ts';
import type { MockOptions } from '../../../src/index.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { run } from './run.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const TOOLS = 'curl --version && grep --version && sed --version';

let started: StartedMock;
let folder: TempFolder;
beforeAll(async () => {
  folder = await createTempFolder({});
});
afterEach(() => started.stop());
afterAll(() => folder.remove());

/** The commands are for a Unix shell: skipped on machines that have none, such as plain Windows. */
const testWhere = (await run('bash', ['-c', TOOLS], { cwd: ROOT })).code === 0 ? test : test.skip;

/** What `docker compose up` sets: the variables of the image, and those of the service. */
const containerSettings = async (): Promise<MockOptions> => {
  const image = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  const variables = [...image.matchAll(/^ENV (.*)$/gm)]
    .flatMap(([, pairs]) => pairs!.split(' '))
    .map((pair) => pair.split('=') as [string, string]);
  const { services } = parse(await readFile(path.join(ROOT, 'compose.yaml'), 'utf8')) as {
    services: { vatmock: { environment: Record<string, string> } };
  };
  const texts = readTexts({}, { ...Object.fromEntries(variables), ...services.vatmock.environment });
  const given = Object.entries(texts).map(([name, { text }]) => [name, text]);
  return { ...(Object.fromEntries(given) as MockOptions), port: 0 };
};

const SERVERS = [
  ['as npm start starts it', () => Promise.resolve({})],
  ['as the container starts it', containerSettings],
] as const;

/** The commands of a page, for the server of the test. */
const commandsOf = async (page: string): Promise<string> => {
  const text = await readFile(path.join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, commands]) => commands!);
  return blocks
    .filter((commands) => !commands.includes('npm '))
    .join('\n')
    .replaceAll('http://127.0.0.1:4010', `http://127.0.0.1:${new URL(started.mock.url).port}`);
};

const play = async (page: string): Promise<string> => {
  const { code, output } = await run('bash', ['-c', await commandsOf(page)], { cwd: folder.path });
  expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
  return output;
};

/** Looks for these texts, each after the one before. */
const expectInOrder = (output: string, texts: readonly string[]): void => {
  let rest = output;
  for (const text of texts) {
    expect(rest).toContain(text);
    rest = rest.slice(rest.indexOf(text) + text.length);
  }
};

describe.each(SERVERS)('a server %s', (_how, settings) => {
  beforeEach(async () => {
    started = await startMock({ clock: systemClock, ...(await settings()) });
  });

  testWhere('README.md: an order, two violations, the reason, and an answer for the asking', async () => {
    expectInOrder(await play('README.md'), [
      'HTTP/1.1 201 Created',
      '"externalOrderId":"NL-2026-11-0001"',
      '"field":"vins[0].vin"',
      '"field":"vins[0].purchaseAmount.currency"',
      '"status": 422',
      'HTTP/1.1 429 Too Many Requests',
    ]);
  });

  testWhere('docs/integrating.md: everything that its tour promises, and what follows', async () => {
    expectInOrder(await play('docs/integrating.md'), [
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
});

test('the container is told apart from a server that only this machine reaches', async () => {
  started = await startMock(await containerSettings());
  expect(await containerSettings()).toMatchObject({ host: '0.0.0.0', controlAccess: 'open' });
});
