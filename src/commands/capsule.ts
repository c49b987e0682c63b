import { writeFile } from 'node:fs/promises';
import { parseConfig, readTexts } from '../config/config.ts';
import { counted } from '../kernel/sentence.ts';
import { isDifferent, isSkipped, nameOf } from './capsule/played-call.ts';
import { readCapsule, readCapsuleFile } from './capsule/read-capsule.ts';
import type { replayCapsule } from './capsule/replay-capsule.ts';
import { RemoteError } from './remote/remote-error.ts';
import { remote, type Task } from './remote/remote.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';

const DEFAULT_FILE = 'capsule.json';

const save =
  (file: string): Task =>
  async (server, print) => {
    const text = await (await server.call('GET', '/capsule')).body.text();
    await writeFile(file, text).catch((error: unknown) => {
      throw new RemoteError(`${file} cannot be written (${String((error as NodeJS.ErrnoException).code)})`);
    });
    const { calls, replay } = readCapsule(text, file);
    print(`${file}: ${counted(calls.length, 'call')}`);
    for (const remark of replay.possible ? replay.remarks : [`It cannot be replayed. ${replay.reason}`]) print(remark);
  };

/** Starts or ends a recording. */
const steer =
  (action: 'start' | 'end', done: string): Task =>
  async (server, print) => {
    await (await server.call('POST', `/capsule/${action}`)).body.dump();
    print(done);
  };

const replay =
  (file: string, { print, env }: Terminal): Task =>
  async () => {
    const capsule = await readCapsuleFile(file);
    // Only a replay starts its own server.
    const { replayCapsule } = await import('./capsule/replay-capsule.ts');
    const report = await replayCapsule(capsule, () => parseConfig(readTexts({}, env)));
    for (const line of toLines(report)) print(line);
    return report.calls.some(isDifferent) ? EXIT.failed : EXIT.ok;
  };

const toLines = ({ calls, remarks }: Awaited<ReturnType<typeof replayCapsule>>): readonly string[] => {
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
          `${counted(count, 'request')} replayed${left.length === 0 ? '' : `, ${left.length} skipped`}; ${count === 0 ? 'nothing was compared' : 'all responses are identical'}.`,
        ]),
  ];
};

/** `vatmock capsule [start | end | replay FILE]`: without a subcommand, exports a capsule of a running server. */
export const run = remote(({ words: [verb, file, more], text }, terminal) => {
  if (verb === 'replay') {
    if (file === undefined) throw new UsageError('capsule replay needs a FILE');
    if (more !== undefined) throw new UsageError(`capsule replay takes one file; remove "${more}"`);
    return replay(file, terminal);
  }
  if (verb !== undefined && verb !== 'start' && verb !== 'end')
    throw new UsageError(
      `unknown command "capsule ${verb}"; use "vatmock capsule" to export a capsule, or capsule start, capsule end, capsule replay FILE`,
    );
  if (file !== undefined) throw new UsageError(`capsule ${String(verb)} takes no argument "${file}"`);
  if (verb === undefined) return save(text('out') ?? DEFAULT_FILE);
  return verb === 'start'
    ? steer(verb, 'Recording. Export the recording with "vatmock capsule".')
    : steer(verb, 'The recording is deleted.');
});
