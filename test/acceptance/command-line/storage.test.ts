import { expect, test } from '@jest/globals';
import { startCommand } from '../../support/command-line.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

interface Said {
  readonly banner: string;
  readonly line: Readonly<Record<string, unknown>>;
}

/** What a server says at its start: in the banner, and in the one line of its log that says that it has started. */
const startAndStop = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Said> => {
  const command = startCommand(['serve', '--port', '0', ...args], env);
  await command.says('stderr', /"msg":"started"/);
  command.signal('SIGTERM');
  const { stdout, stderr } = await command.ended;
  const lines = stderr.split('\n').filter((text) => text.startsWith('{'));
  const [line, ...others] = lines
    .map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>)
    .filter(({ msg }) => msg === 'started');
  expect(others).toEqual([]);
  return { banner: /^ {2}Storage {5}(.*)$/m.exec(stdout)?.[1] ?? '', line: line ?? {} };
};

test('memory, and what that means', async () => {
  const { banner, line } = await startAndStop([]);
  expect(banner).toBe('memory; lost when the server stops');
  expect(line).toMatchObject({ level: 30, mode: 'local', url: expect.stringMatching(/^http:/), storage: 'memory' });
  expect(line).not.toHaveProperty('storageFrom');
});

test('the folder, whole, and what named it', async () => {
  const folder = await createTempFolder({});
  const byFlag = await startAndStop(['--data', folder.path]);
  expect(byFlag.banner).toBe(`folder ${folder.path} (--data)`);
  expect(byFlag.line).toMatchObject({ storage: `folder ${folder.path}`, storageFrom: '--data' });
  expect((await startAndStop([], { VATMOCK_DATA: folder.path })).banner).toBe(`folder ${folder.path} (VATMOCK_DATA)`);
  await folder.remove();
});

describePostgres('the database', ({ freshUrl, schemaOf }) => {
  test.each(['VATMOCK_DATABASE_URL', 'DATABASE_URL'])('without its password, and that %s named it', async (name) => {
    const url = freshUrl();
    const { host, pathname, password } = new URL(url);
    const { banner, line } = await startAndStop([], { [name]: url });
    const place = `PostgreSQL at ${host}, database "${pathname.slice(1)}", schema "${schemaOf(url)}"`;
    expect(banner).toBe(`${place} (${name})`);
    expect(line).toMatchObject({ storage: place, storageFrom: name });
    expect(password === '' ? '' : JSON.stringify([banner, line])).not.toContain(`:${password}`);
  });
});
