import { readFile, writeFile } from 'node:fs/promises';
import { parseOwnJson } from '../kernel/json.ts';
import { EXIT } from './exit-codes.ts';
import { CAPSULE_HELP } from './help.ts';
import { UsageError, parseArguments } from './parse-arguments.ts';
import { CapsuleError, readCapsule } from './capsule/read-capsule.ts';
import type { ReplayReport } from './capsule/replay-capsule.ts';

const FLAGS = ['url', 'sandbox', 'out'];
const DEFAULT_URL = 'http://127.0.0.1:4010';
const DEFAULT_FILE = 'capsule.json';

/** `vatmock capsule [start | end | replay FILE]`: without a word, exports a capsule of a running server. */
export const capsule = async (args: readonly string[]): Promise<number> => {
  const { flags, files, help } = parseArguments(args, FLAGS);
  if (help) {
    process.stdout.write(`${CAPSULE_HELP}\n`);
    return EXIT.ok;
  }
  const [verb = 'export', ...rest] = files;
  const target = { url: flags['url'] ?? DEFAULT_URL, sandbox: flags['sandbox'] };
  try {
    switch (verb) {
      case 'export':
        refuseMore(verb, rest);
        return await save(target, flags['out'] ?? DEFAULT_FILE);
      case 'start':
        refuseMore(verb, rest);
        await call(target, 'POST', '/capsule/start');
        return say('From now on everything is recorded; export it with "vatmock capsule".');
      case 'end':
        refuseMore(verb, rest);
        await call(target, 'DELETE', '/capsule');
        return say('There is no recording.');
      case 'replay':
        return await replay(rest);
      default:
        throw new UsageError(`capsule knows no "${verb}"; it knows start, end and replay FILE, and nothing to export`);
    }
  } catch (error) {
    if (!(error instanceof CapsuleError)) throw error;
    process.stderr.write(`vatmock: ${error.message}\n`);
    return EXIT.failed;
  }
};

const refuseMore = (verb: string, [more]: readonly string[]): void => {
  if (more !== undefined) throw new UsageError(`capsule ${verb} takes no argument "${more}"`);
};

const say = (text: string): number => {
  process.stdout.write(`${text}\n`);
  return EXIT.ok;
};

interface Target {
  readonly url: string;
  readonly sandbox: string | undefined;
}

/** Asks a running server; the operator's token comes from the environment, as for the server itself. */
const call = async ({ url, sandbox }: Target, method: string, path: string): Promise<string> => {
  if (!URL.canParse(url))
    throw new UsageError(`--url must be the address of a server, such as ${DEFAULT_URL}, but is "${url}"`);
  const query = sandbox === undefined ? '' : `?sandbox=${encodeURIComponent(sandbox)}`;
  const token = process.env['ADMIN_TOKEN'];
  const headers = token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${url.replace(/\/+$/, '')}/__admin${path}${query}`, { method, headers }).catch(() => {
    throw new CapsuleError(`nothing answers at ${url}: start a server, or name it with --url`);
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new CapsuleError(`${url} answered ${String(response.status)}: ${detailIn(text)}`);
};

const detailIn = (text: string): string => {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: unknown };
    return typeof detail === 'string' ? detail : text.slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
};

const save = async (target: Target, file: string): Promise<number> => {
  const text = await call(target, 'GET', '/capsule');
  await writeFile(file, text).catch((error: unknown) => {
    throw new CapsuleError(`${file} cannot be written (${String((error as NodeJS.ErrnoException).code)})`);
  });
  const { calls, replay } = readCapsule(parseOwnJson(text), file);
  const remarks = replay.possible ? replay.remarks : [`It cannot be played again. ${replay.reason}`];
  return say([`${file}: ${String(calls.length)} calls`, ...remarks].join('\n'));
};

const replay = async ([file, more]: readonly string[]): Promise<number> => {
  if (file === undefined) throw new UsageError('capsule replay needs the file to play');
  if (more !== undefined) throw new UsageError(`capsule replay takes one file; "${more}" is one too many`);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CapsuleError(`${file} cannot be read (${String((error as NodeJS.ErrnoException).code)})`);
  });
  const capsule = readCapsule(parse(text, file), file);
  // Only a replay needs a server of its own.
  const { replayCapsule } = await import('./capsule/replay-capsule.ts');
  const report = await replayCapsule(capsule);
  process.stdout.write(`${toText(report)}\n`);
  return report.difference === undefined ? EXIT.ok : EXIT.failed;
};

const parse = (text: string, file: string) => {
  try {
    return parseOwnJson(text);
  } catch {
    throw new CapsuleError(`${file} is no JSON: it was damaged, or it is no capsule`);
  }
};

const toText = ({ played, skipped, remarks, difference }: ReplayReport): string =>
  [
    ...remarks.map((remark) => `note: ${remark}`),
    ...skipped.map(({ number, request, reason }) => `not played: call ${String(number)}, ${request}: ${reason}`),
    ...(difference === undefined
      ? [`${String(played)} requests played, every answer the same.`]
      : [
          `call ${String(difference.number)}, ${difference.request}: ${difference.found.at} differs`,
          `  recorded: ${difference.found.expected}`,
          `  now:      ${difference.found.actual}`,
        ]),
  ].join('\n');
