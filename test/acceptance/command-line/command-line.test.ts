import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { PROGRAM, runCommand, runHere } from '../../support/command-line.ts';

/** A process of its own takes its time to start on a busy machine. */

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

test.each([
  [['--help'], /vatmock serve .*\n.*vatmock test SCENARIO/],
  [['-h'], /vatmock serve /],
  [['help'], /vatmock serve /],
  [[], /vatmock serve /],
  [['serve', '--help'], /--port NUMBER\n.*\n +PORT, default 4010/],
  [['serve', '--port', '0', '-h'], /--spec FILE-OR-FOLDER/],
  [['validate', '--help'], /FILE:LINE:COLUMN/],
  [['test', '--help'], /VATMOCK_BASE_URL.*\n/],
  [['help', 'test'], /^vatmock test SCENARIO.*\n[^]*VATMOCK_BASE_URL/],
  [['help', 'capsule'], /^vatmock capsule[^]*VATMOCK_CLIENT_ID/],
  [['help', 'help'], /vatmock serve /],
])('%j prints help', async (args, text) => {
  const { code, stdout, stderr } = await runHere(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(text);
});

test('a reader that has seen enough, such as "head", is no error', async () => {
  const child = spawn(process.execPath, [PROGRAM, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test.each(['--version', '-v'])('%s prints the version', async (flag) => {
  expect(await runCommand([flag])).toMatchObject({ code: 0, stdout: `${String(version)}\n`, stderr: '' });
});

test.each([
  [['sevre'], {}, 'unknown command "sevre"; did you mean "vatmock serve"?'],
  [['frobnicate'], {}, 'unknown command "frobnicate"; available commands: serve, test'],
  [['constructor'], {}, 'unknown command "constructor"'],
  [['--port', '0'], {}, 'unknown command "--port"'],
  [['help', 'sevre'], {}, 'unknown command "sevre"; did you mean "vatmock serve"?'],
  [['serve', '--prot', '0'], {}, "Unknown option '--prot'; did you mean --port?\n"],
  [
    ['serve', '--bogus'],
    {},
    "Unknown option '--bogus'; limits are entries of --limits, such as --limits max-guesses=10\n",
  ],
  [['serve', '4020'], {}, 'did you mean --port 4020? With npm, write "npm start -- --port 4020".'],
  [['serve', '--port'], {}, '--port'],
  [['serve', 'petstore.yaml'], {}, 'did you mean --spec petstore.yaml?'],
  [['serve', '--port', '--host'], {}, "'--port'"],
  [['validate', '--strict'], {}, "Unknown option '--strict'; the only option is --help"],
  [['serve', '--port', 'abc'], {}, '--port must be a whole number from 0 to 65535, but is "abc"'],
  [['serve', '--port', '65536'], {}, '--port must be a whole number from 0 to 65535, but is "65536"'],
  [['serve', '--port=-1'], {}, 'but is "-1"'],
  [['serve', '--port='], {}, '--port must be a whole number from 0 to 65535, but is ""'],
  [['serve'], { PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, but is "abc"'],
  [['serve', '--log-level', 'loud'], {}, '--log-level must be one of debug, info, warn, error, silent, but is "loud"'],
  [['serve'], { VATMOCK_LOG_FORMAT: 'xml' }, 'VATMOCK_LOG_FORMAT must be one of auto, pretty, json, but is "xml"'],
  [['serve', '--public-url', 'stub.example'], {}, '--public-url must be an http or https URL, but is "stub.example"'],
  [['serve'], { VATMOCK_PUBLIC_URL: 'ftp://a' }, 'VATMOCK_PUBLIC_URL must be an http or https URL, but is "ftp://a"'],
  [['serve', '--limits', 'max-body-bytes=1'], {}, '--limits max-body-bytes must be a whole number from 1024'],
])('%j with %j is a mistake, and the answer says what there is', async (args, env, message) => {
  const { code, stdout, stderr } = await runHere(args, env);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  const [command = ''] = args;
  const help = command === 'serve' || command === 'validate' ? `${command} --help` : '--help';
  expect(stderr).toMatch(new RegExp(`^vatmock: .*\\nTry "vatmock ${help}"\\.\\n$`));
});
