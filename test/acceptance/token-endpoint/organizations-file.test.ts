import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileError, createMock } from '../../../src/index.ts';
import { runHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';
import { OWN_ORGANIZATIONS, getMe, requestToken } from './request-token.ts';

const { start } = closedBy(afterEach);

const folder = await mkdtemp(path.join(tmpdir(), 'vatmock-organizations-'));
const good = await readFile(OWN_ORGANIZATIONS, 'utf8');
afterAll(() => rm(folder, { recursive: true }));

const fileWith = async (content: string): Promise<string> => {
  const file = path.join(folder, 'organizations.yaml');
  await writeFile(file, content);
  return file;
};

/** Where a text first stands, as `line:column`. */
const placeOf = (content: string, wanted: string, from = 0): string => {
  const before = content.slice(0, content.indexOf(wanted, from)).split('\n');
  return `${String(before.length)}:${String((before.at(-1)?.length ?? 0) + 1)}`;
};

test('own organizations take the place of the bundled ones', async () => {
  const started = await start({ organizations: OWN_ORGANIZATIONS });
  const { body } = await requestToken(started, 'api-client-own', 'own-secret');
  const me = await getMe(started, body.access_token);
  expect(me.status).toBe(200);
  expect(me.headers['x-ratelimit-limit']).toBe('1000');
  expect((await requestToken(started, 'api-client-demo', 'demo-secret')).status).toBe(401);
});

test('the token of a test is the first client’s unless it says otherwise', async () => {
  const started = await start({ organizations: OWN_ORGANIZATIONS });
  expect((await getMe(started, await started.mock.token())).status).toBe(200);
  await expect(started.mock.token('api-client-demo')).rejects.toThrow('no client "api-client-demo"');
});

describe('a file that is wrong stops the start, by line:', () => {
  test.each([
    ['an unknown key', 'enabled: true', 'enabledd: true', 'enabledd', /clients\[0\] has an unknown key "enabledd"/],
    [
      'a wrong type',
      'enabled: true',
      'enabled: maybe',
      'maybe',
      /clients\[0\]\.enabled must be boolean, but is "maybe"/,
    ],
    ['a missing key', 'name: Own Trader', '# name', 'uuid:', /organizations\[0\] is missing "name": add it/],
    [
      'a value outside the list',
      'HIGH_VOLUME',
      'HUGE',
      'HUGE',
      /rateLimitTier must be one of STANDARD, HIGH_VOLUME, ENTERPRISE, but is "HUGE"/,
    ],
    ['a uuid that is none', '2d0f6c51', 'xd0f6c51', 'xd0f6c51', /uuid must match/],
    ['YAML that cannot be read', 'country: AT', 'country: [AT', 'dpaAccepted', /:\d+:\d+: ./],
    ['an alias without anchor', 'country: AT', 'country: *at', '', /Unresolved alias/],
  ])('%s', async (_name, from, to, wanted, message) => {
    const content = good.replace(from, to);
    const file = await fileWith(content);
    const error: unknown = await createMock({ organizations: file }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileError);
    const [line] = placeOf(content, wanted).split(':');
    expect((error as FileError).message).toMatch(message);
    expect((error as FileError).message).toMatch(new RegExp(`^${file}:${String(line)}:\\d+: `, 'm'));
  });

  test('a client twice is named where it stands again', async () => {
    const content = good.replace('api-client-switched-off', 'api-client-own');
    const file = await fileWith(content);
    const again = placeOf(content, 'api-client-own', content.indexOf('api-client-with-service-account'));
    await expect(createMock({ organizations: file })).rejects.toThrow(
      `${file}:${again}: client api-client-own stands twice`,
    );
  });

  test.each(['client-own', 'api-client-', 'api-client-Own', 'api_client_own'])(
    'a client id has the form api-client-<slug>: %s is no id',
    async (id) => {
      const file = await fileWith(good.replace('api-client-own', id));
      await expect(createMock({ organizations: file })).rejects.toThrow(/clientId/);
    },
  );

  test('an organization twice', async () => {
    const [head = '', entry = ''] = good.split('organizations:\n');
    const second = entry.replaceAll('api-client-', 'api-client-second-');
    const file = await fileWith(`${head}organizations:\n${entry}${second}`);
    await expect(createMock({ organizations: file })).rejects.toThrow(
      'organization 2d0f6c51-94a2-4c7e-8a3b-6f1e0d5c4b12 stands twice',
    );
  });

  test.each([
    ['an empty file', ''],
    ['a list', '- a'],
    ['no organization', 'organizations: []'],
  ])('%s', async (_name, content) => {
    const file = await fileWith(content);
    await expect(createMock({ organizations: file })).rejects.toThrow(`${file}:1:`);
  });

  test('no file', async () => {
    const file = path.join(folder, 'nowhere.yaml');
    await expect(createMock({ organizations: file })).rejects.toThrow(`${file}:1:1: no such file`);
    await expect(createMock({ organizations: folder })).rejects.toThrow(`${folder}:1:1: cannot be read (EISDIR)`);
  });
});

describe('the command line', () => {
  test('names file, line and column, and exits with 1', async () => {
    const content = good.replaceAll('enabled: true', 'enabled: maybe');
    const file = await fileWith(content);
    const { code, stdout, stderr } = await runHere([
      'serve',
      '--port',
      '0',
      '--log-level',
      'silent',
      '--organizations',
      file,
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(
      `vatmock: ${file}:${placeOf(content, 'maybe')}: organizations[0].clients[0].enabled must be boolean, but is "maybe".`,
    );
    expect(stderr).not.toContain('    at ');
  });

  test('checks such a file without serving it', async () => {
    const faulty = await fileWith(good.replace('enabled: true', 'enabled: maybe'));
    const [ok, bad] = await Promise.all([runHere(['validate', OWN_ORGANIZATIONS]), runHere(['validate', faulty])]);
    expect(ok).toMatchObject({ code: 0, stdout: expect.stringMatching(/own-organizations\.yaml: ok\n$/) });
    expect(bad).toMatchObject({ code: 1, stdout: expect.stringContaining('enabled must be boolean') });
  });

  test('names the choices of a profile that there is not', async () => {
    const { code, stderr } = await runHere(['serve', '--identity-profile', 'okta']);
    expect(code).toBe(2);
    expect(stderr).toContain('--identity-profile must be one of default, keycloak, but is "okta"');
  });
});
