import type { Command, Input } from './command-line/command.ts';
import { CREDENTIALS, SERVER_FLAGS, readServer } from './remote/server-flags.ts';
import { writeFile } from 'node:fs/promises';
import { CapsuleError, parseCapsule, readCapsuleFile } from './capsule/read-capsule.ts';
import { isDifferent, isSkipped, nameOf } from './capsule/played-call.ts';
import type { ReplayReport } from './capsule/replay-capsule.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { RemoteError } from './remote/remote-error.ts';
import { type ServerAccess, createServerAccess } from './remote/server-access.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';
import { counted } from '../kernel/sentence.ts';

export const DEFAULT_FILE = 'capsule.json';

/** `vatmock capsule [start | end | replay FILE]`: without a subcommand, exports a capsule of a running server. */
const run = async (input: Input, terminal: Terminal): Promise<number> => {
  const [verb = 'export', ...rest] = input.words;
  try {
    if (verb === 'replay') return await replay(rest, terminal);
    terminal.print(await ask(verb, rest, input, terminal));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof CapsuleError || error instanceof RemoteError)) throw error;
    terminal.complain(`vatmock: ${error.message}`);
    return EXIT.failed;
  }
};

/** Subcommands that call a running server; each returns a one-line result. */
const OPERATIONS: Readonly<Record<string, (server: ServerAccess, file: string) => Promise<string>>> = {
  export: (server, file) => save(server, file),
  start: async (server) => {
    await (await server.call('POST', '/capsule/start')).body.dump();
    return 'Recording. Export the recording with "vatmock capsule".';
  },
  end: async (server) => {
    await (await server.call('DELETE', '/capsule')).body.dump();
    return 'The recording is deleted.';
  },
};

const ask = async (verb: string, [more]: readonly string[], input: Input, { env }: Terminal): Promise<string> => {
  const act = Object.hasOwn(OPERATIONS, verb) ? OPERATIONS[verb] : undefined;
  if (act === undefined)
    throw new UsageError(
      `unknown command "capsule ${verb}"; use "vatmock capsule" to export a capsule, or capsule start, capsule end, capsule replay FILE`,
    );
  if (more !== undefined) throw new UsageError(`capsule ${verb} takes no argument "${more}"`);
  const server = createServerAccess(readServer(input, env));
  try {
    return await act(server, input.text('out') ?? DEFAULT_FILE);
  } finally {
    await server.close();
  }
};

const save = async (server: ServerAccess, file: string): Promise<string> => {
  const text = await (await server.call('GET', '/capsule')).body.text();
  await writeFile(file, text).catch((error: unknown) => {
    throw new CapsuleError(`${file} cannot be written (${String((error as NodeJS.ErrnoException).code)})`);
  });
  const { calls, replay } = parseCapsule(text, file);
  const remarks = replay.possible ? replay.remarks : [`It cannot be replayed. ${replay.reason}`];
  return [`${file}: ${counted(calls.length, 'call')}`, ...remarks].join('\n');
};

const replay = async ([file, more]: readonly string[], { print }: Terminal): Promise<number> => {
  if (file === undefined) throw new UsageError('capsule replay needs a FILE');
  if (more !== undefined) throw new UsageError(`capsule replay takes one file; remove "${more}"`);
  const capsule = await readCapsuleFile(file);
  // Only a replay starts its own server.
  const { replayCapsule } = await import('./capsule/replay-capsule.ts');
  const report = await replayCapsule(capsule);
  print(toText(report));
  return report.calls.some(isDifferent) ? EXIT.failed : EXIT.ok;
};

const toText = ({ calls, remarks }: ReplayReport): string => {
  const left = calls.filter(isSkipped);
  const count = calls.length - left.length;
  const last = calls.at(-1);
  return [
    ...remarks.map((remark) => `note: ${remark}`),
    ...left.map((call) => `not replayed: ${nameOf(call)}: ${String(call.skipped)}`),
    ...(last !== undefined && isDifferent(last)
      ? last.differences.flatMap(({ at, recorded, now }) => [
          `${nameOf(last)}: ${at} differs`,
          `  recorded: ${recorded}`,
          `  now:      ${now}`,
        ])
      : [
          `${counted(count, 'request')} replayed${left.length === 0 ? '' : `, ${String(left.length)} skipped`}; ${count === 0 ? 'nothing was compared' : 'all responses are identical'}.`,
        ]),
  ].join('\n');
};

export const command: Command = {
  about: `The file holds no credentials.

  vatmock capsule start         save the state of a sandbox and record everything from now on
  vatmock capsule               export the recording (without a start: since the last reset, as far as the journal reaches)
  vatmock capsule end           delete the recording
  vatmock capsule replay FILE   replay the calls on a fresh server and compare the responses byte for byte`,
  flags: { out: { value: 'FILE', help: 'output file', fallback: DEFAULT_FILE }, ...SERVER_FLAGS },
  notes: `${CREDENTIALS} With the operator's token, name the sandbox
with --sandbox.

Exit codes: 0 success, or all responses are identical; 1 the server refuses or is unreachable, a file is unusable, or a
response differs; 2 invalid command line.`,
  wordChoices: ['start', 'end', 'replay'],
  run,
};
