import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isLongForm } from '../../support/long-form.ts';
import { type Received, startReceiver } from '../../support/receiver.ts';
import { startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { succeed } from '../../support/workflow.ts';

const DOCS = path.join(import.meta.dirname, '../../../docs');
const page = await readFile(path.join(DOCS, 'webhooks.md'), 'utf8');

const EXAMPLES: Readonly<Record<string, string>> = {
  python: 'verify_signature.py',
  java: 'WebhookSignature.java',
  go: 'verify_signature.go',
  csharp: 'WebhookSignature.cs',
  php: 'verify_signature.php',
  ruby: 'verify_signature.rb',
};

/** The verifier that docs/webhooks.md shows in TypeScript, and links to in other languages. */
const shown = (language: string): string => {
  const example = `examples/verify-signature/${EXAMPLES[language] ?? ''}`;
  if (page.includes(`](${example})`)) return readFileSync(path.join(DOCS, example), 'utf8');
  const [, code] = new RegExp(`### TypeScript\\n\\n\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (code === undefined) throw new Error(`docs/webhooks.md has no verifier in ${language}`);
  return code;
};

interface Language {
  readonly name: string;
  /** Asks for the version of what runs it. */
  readonly probe: readonly [string, string];
  readonly file: string;
  /** A program that answers each line of `secret TAB header TAB body in base64 TAB time` with true or false. */
  readonly program: () => string;
  /** Makes a project of the folder, before the program is put there. */
  readonly prepare?: readonly string[];
  readonly run: readonly (readonly string[])[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript',
    probe: [process.execPath, '--version'],
    file: 'verify.ts',
    program: () => `${shown('ts')}
import { readFileSync } from 'node:fs';
for (const line of readFileSync(0, 'utf8').trim().split('\\n')) {
  const [secret = '', header = '', body = '', now] = line.split('\\t');
  console.log(isGenuine(secret, header, Buffer.from(body, 'base64'), Number(now)));
}`,
    run: [[process.execPath, 'verify.ts']],
  },
  {
    name: 'Python',
    probe: ['python3', '--version'],
    file: 'verify.py',
    program: () => `${shown('python')}
import base64
import sys

for line in sys.stdin.read().strip().split("\\n"):
    secret, header, body, now = line.split("\\t")
    print(str(is_genuine(secret, header, base64.b64decode(body), float(now))).lower())
`,
    run: [['python3', 'verify.py']],
  },
  {
    name: 'Java',
    probe: ['javac', '-version'],
    file: 'Main.java',
    program: () => `${shown('java')}
class Main {
  public static void main(String[] arguments) throws Exception {
    for (String line : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip().split("\\n")) {
      String[] parts = line.split("\\t");
      byte[] body = java.util.Base64.getDecoder().decode(parts[2]);
      Instant now = Instant.ofEpochSecond(Long.parseLong(parts[3]));
      System.out.println(WebhookSignature.isGenuine(parts[0], parts[1], body, now));
    }
  }
}`,
    run: [
      ['javac', 'Main.java'],
      ['java', '-cp', '.', 'Main'],
    ],
  },
  {
    name: 'Go',
    probe: ['go', 'version'],
    file: 'verify.go',
    program: () =>
      `${shown('go')
        .replace('package webhooks', 'package main')
        .replace('import (', 'import (\n\t"bufio"\n\t"encoding/base64"\n\t"fmt"\n\t"os"')}
func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\\t")
		body, _ := base64.StdEncoding.DecodeString(parts[2])
		now, _ := strconv.ParseInt(parts[3], 10, 64)
		fmt.Println(IsGenuine(parts[0], parts[1], body, time.Unix(now, 0)))
	}
}`,
    run: [['go', 'run', 'verify.go']],
  },
  {
    name: 'C#',
    probe: ['dotnet', '--version'],
    file: 'Program.cs',
    program: () => `${shown('csharp')}
public static class Program
{
    public static void Main()
    {
        for (string line; (line = Console.ReadLine()) != null;)
        {
            var parts = line.Split('\\t');
            var now = DateTimeOffset.FromUnixTimeSeconds(long.Parse(parts[3]));
            var isGenuine = WebhookSignature.IsGenuine(parts[0], parts[1], Convert.FromBase64String(parts[2]), now);
            Console.WriteLine(isGenuine ? "true" : "false");
        }
    }
}`,
    prepare: ['dotnet', 'new', 'console', '--name', 'verify', '--output', '.'],
    run: [['dotnet', 'run']],
  },
  {
    name: 'PHP',
    probe: ['php', '--version'],
    file: 'verify.php',
    program: () => `${shown('php')}
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$secret, $header, $body, $now] = explode("\t", $line);
    echo isGenuine($secret, $header, base64_decode($body), (int) $now) ? 'true' : 'false', "\n";
}
`,
    run: [['php', 'verify.php']],
  },
  {
    name: 'Ruby',
    probe: ['ruby', '--version'],
    file: 'verify.rb',
    program: () => `${shown('ruby')}
require 'base64'

$stdin.each_line(chomp: true) do |line|
  secret, header, body, now = line.split("\t")
  puts genuine?(secret, header, Base64.decode64(body), now.to_i)
end
`,
    run: [['ruby', 'verify.rb']],
  },
];

/** Languages that the environment promises to have installed: a skip there would hide a failure. */
const REQUIRED = new Set((process.env['VERIFIER_LANGUAGES'] ?? '').split(' '));

let delivered: Received;
let secret: string;
let now: number;

beforeAll(async () => {
  const [{ mock, api, clock, stop }, receiver] = await Promise.all([startMock(), startReceiver()]);
  const { body } = succeed(await api.post('/webhooks', { url: receiver.urlOf(), events: ['kyc.*'] }));
  const fire = { eventType: 'prospect.submitted', data: { note: 'Größe, "quoted", \\ and 中' } };
  succeed(await api.post(`/webhooks/${body.id as string}/test`, fire));
  await mock.idle();
  [delivered] = receiver.received as [Received];
  ({ secret } = body);
  now = Math.floor(clock.now() / 1000);
  await receiver.stop();
  await stop();
});

/** What is tried, and whether it is genuine. */
const cases = (): readonly { readonly is: string; readonly genuine: boolean; readonly line: string }[] => {
  const { raw, headers } = delivered;
  const header = headers['x-service-signature']!;
  const [t = '', v1 = ''] = header.split(',');
  const toLine = ({ by = secret, head = header, body = raw, at = now }): string =>
    [by, head, Buffer.from(body).toString('base64'), String(at)].join('\t');
  return [
    { is: 'a delivery', genuine: true, line: toLine({}) },
    { is: 'five minutes old', genuine: true, line: toLine({ at: now + 300 }) },
    { is: 'five minutes ahead', genuine: true, line: toLine({ at: now - 300 }) },
    { is: 'too old', genuine: false, line: toLine({ at: now + 301 }) },
    { is: 'too far ahead', genuine: false, line: toLine({ at: now - 301 }) },
    { is: 'altered', genuine: false, line: toLine({ body: raw.replace('prospect', 'prospekt') }) },
    { is: 'longer by a line break', genuine: false, line: toLine({ body: `${raw}\n` }) },
    { is: 'by another secret', genuine: false, line: toLine({ by: `${secret}x` }) },
    { is: 'with another time', genuine: false, line: toLine({ head: `t=${String(now + 1)},${v1}` }) },
    { is: 'with two signatures', genuine: true, line: toLine({ head: `${t},v1=${'0'.repeat(64)},${v1}` }) },
    { is: 'with a signature to come', genuine: true, line: toLine({ head: `${header},v2=abc` }) },
    { is: 'without signature', genuine: false, line: toLine({ head: t }) },
    { is: 'without time', genuine: false, line: toLine({ head: v1 }) },
    { is: 'cut off', genuine: false, line: toLine({ head: header.slice(0, -2) }) },
    { is: 'empty', genuine: false, line: toLine({ head: ',' }) },
    { is: 'no number', genuine: false, line: toLine({ head: `t=-1,${v1}` }) },
    { is: 'a huge number', genuine: false, line: toLine({ head: `t=99999999999999999999,${v1}` }) },
    { is: 'not ASCII', genuine: false, line: toLine({ head: `t=１,v1=é` }) },
  ];
};

/** Compiling takes long: only in the long form. */
const COMPILED = new Set(['Java', 'Go', 'C#']);

describe.each(LANGUAGES.filter(({ name }) => isLongForm || !COMPILED.has(name)))(
  'the verifier in $name',
  ({ name, probe: [command, question], file, program, prepare, run }) => {
    let folder: TempFolder;

    beforeAll(async () => {
      folder = await createTempFolder({});
    });

    afterAll(() => folder.remove());

    // A language that is not installed here is left out; REQUIRED ones always run.
    const isPresent = REQUIRED.has(name) || spawnSync(command, [question]).status === 0;

    if (!isPresent) test.skip(`is left out: ${command} does not work here`, () => undefined);
    else
      test('takes what the stub sends, and nothing else', async () => {
        const input = cases().map(({ line }) => `${line}\n`);
        const call = ([executable = '', ...args]: readonly string[]): string => {
          // Ruby reads its input in the encoding of the locale, and a machine may have none.
          const env = { ...process.env, LC_ALL: 'C.UTF-8' };
          const options = { cwd: folder.path, input: input.join(''), encoding: 'utf8', env } as const;
          const { status, stdout, stderr } = spawnSync(executable, args, options);
          expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
          return stdout;
        };
        if (prepare !== undefined) call(prepare);
        await writeFile(folder.file(file), program());
        const output = run.map(call).at(-1) ?? '';
        const answers = output.trim().split('\n');
        expect(cases().map(({ is }, index) => `${is}: ${String(answers[index])}`)).toEqual(
          cases().map(({ is, genuine }) => `${is}: ${String(genuine)}`),
        );
      }, 120_000);
  },
);
