import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { PROGRAM, runCommand, runHere } from '../../support/command-line.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

test.each([
  [['--help'], /vatmock serve .*\n.*vatmock test SCENARIO[^]*--sandbox ID[^]*VATMOCK_CLIENT_ID/],
  [[], /vatmock serve /],
  [['serve', '--help'], /--port NUMBER\n.*\n +PORT, default 4010/],
  [['validate', '--help'], /FILE:LINE:COLUMN/],
  [['help', 'test'], /^vatmock test SCENARIO.*\n[^]*VATMOCK_BASE_URL/],
  [['help', 'capsule'], /^vatmock capsule[^]*see "vatmock --help"/],
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
  [['constructor'], {}, 'unknown command "constructor"'],
  [['serve', '--prot', '0'], {}, "Unknown option '--prot'; did you mean --port?\n"],
  [
    ['serve', '--bogus'],
    {},
    "Unknown option '--bogus'; limits are entries of --limits, such as --limits max-guesses=10\n",
  ],
  [['serve', '4020'], {}, 'did you mean --port 4020? With npm, write "npm start -- --port 4020".'],
  [['serve', 'petstore.yaml'], {}, 'did you mean --spec petstore.yaml?'],
  [['validate', '--strict'], {}, "Unknown option '--strict'; available: --resources, --overlay"],
  [['serve', '--port', 'abc'], {}, '--port must be a whole number from 0 to 65535, but is "abc"'],
  [['serve'], { VATMOCK_LOG_FORMAT: 'xml' }, 'VATMOCK_LOG_FORMAT must be one of auto, pretty, json, but is "xml"'],
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
