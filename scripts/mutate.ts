import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { AREAS, type Area } from './mutate/areas.ts';
import type { Coverage, FromWorker, ToWorker, Verdict } from './mutate/messages.ts';
import { type Mutant, instrument } from './mutate/operators.ts';
import { type Accepted, staleEntries } from './mutate/stale.ts';

// Puts small faults into the code, one at a time, and sees whether the tests find them.
//
//   npm run mutate                                every area
//   npm run mutate -- src/engine/idempotency      one area, or some files of it
//   npm run mutate -- --fresh src/vat/vies        also what has not changed since the last run
//   npm run mutate -- --sample 100 --seed autumn  so many faults, drawn from all areas

const ROOT = new URL('..', import.meta.url).pathname;
const CACHE = path.join(ROOT, 'node_modules/.cache/vatmock/mutate');
const ACCEPTED = 'scripts/mutate/accepted-survivors.yaml';
const WORKER = path.join(ROOT, 'scripts/mutate/worker.ts');

/** Of what is worth finding, so much must be found. */
const WANTED = 0.9;

/** Seconds of the processor until the tests are loaded, and until the first test begins. */
const TO_BEGIN = 600;
/** Beyond what a test says that it may take: whoever takes more runs in a circle and cannot end it. */
const BEYOND = 5;

/** Milliseconds, where nobody says how busy a process was. */
const SILENCE = 300_000;

/** Seconds that a process had the processor; undefined where the system does not say. */
const busyOf = (pid: number | undefined): number | undefined => {
  try {
    const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
};

interface Judged extends Mutant {
  readonly file: string;
  readonly outcome: Verdict['outcome'];
}

const filesBelow = (place: string, end: string): readonly string[] =>
  place.endsWith(end) ? [place] : globSync(`${place}/**/*${end}`, { cwd: ROOT }).sort();

const sourcesOf = ({ source, except = [], only }: Area): readonly string[] =>
  filesBelow(source, '.ts').filter(
    (file) =>
      !except.some((one) => file === one || file.startsWith(`${one}/`)) &&
      (only === undefined || only.includes(path.basename(file, '.ts'))),
  );

const testsOf = ({ tests }: Area): readonly string[] => tests.flatMap((place) => filesBelow(place, '.test.ts'));

const digestOf = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(path.join(ROOT, file)));
  return hash.digest('hex');
};

/** A process that judges faults, renewed when one of them has spoilt it. */
const createJudge = (sources: readonly string[], tests: readonly string[]) => {
  let worker: ChildProcess | undefined;
  let coverage: Coverage | undefined;

  const next = (child: ChildProcess): Promise<FromWorker | undefined> =>
    new Promise((resolve) => {
      const end = (message: FromWorker | undefined): void => {
        clearInterval(timer);
        child.off('message', hear).off('exit', gone);
        resolve(message);
      };
      const hear = (message: FromWorker): void => {
        if (message.kind !== 'trying') {
          end(message);
          return;
        }
        before = busyOf(child.pid) ?? 0;
        longest = BEYOND + message.most / 1000;
      };
      const gone = (): void => {
        end(undefined);
      };
      const began = Date.now();
      let before = busyOf(child.pid) ?? 0;
      let longest = TO_BEGIN;
      const timer = setInterval(() => {
        const busy = busyOf(child.pid);
        if (busy === undefined ? Date.now() - began > SILENCE : busy - before > longest) gone();
      }, 1000);
      child.on('message', hear).on('exit', gone);
    });

  const stop = (): void => {
    worker?.kill('SIGKILL');
    worker = undefined;
  };

  const start = async (): Promise<ChildProcess> => {
    if (worker !== undefined) return worker;
    const child = fork(WORKER, {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--max-old-space-size=3000'],
    });
    const absolute = (file: string): string => path.join(ROOT, file);
    const message: ToWorker = { kind: 'begin', sources: sources.map(absolute), tests: tests.map(absolute), coverage };
    child.send(message);
    const ready = await next(child);
    if (ready?.kind !== 'ready') throw new Error('the tests cannot be loaded');
    ({ coverage } = ready);
    worker = child;
    return child;
  };

  const judge = async (file: string, id: number): Promise<Verdict> => {
    const child = await start();
    const message: ToWorker = { kind: 'judge', file: path.join(ROOT, file), id };
    child.send(message);
    const answer = await next(child);
    if (answer?.kind !== 'verdict') {
      // It runs in a circle, or took the process with it.
      stop();
      return { outcome: 'killed', isSpent: true };
    }
    if (answer.verdict.isSpent === true || answer.isTired) stop();
    return answer.verdict;
  };

  return { start, stop, judge, coverage: () => coverage };
};

/** Which of the faults are judged. */
type Draw = (file: string, mutant: Mutant) => boolean;

/** The first ones in an order that follows from the seed. */
const createDraw = (
  files: readonly string[],
  { size, seed }: { readonly size: number; readonly seed: string },
): Draw => {
  const rank = (file: string, { id }: Mutant): string =>
    createHash('sha256')
      .update(`${seed} ${file} ${String(id)}`)
      .digest('hex');
  const ranks = files.flatMap((file) =>
    instrument(readFileSync(path.join(ROOT, file), 'utf8'), file).mutants.map((mutant) => rank(file, mutant)),
  );
  const last = ranks.sort()[size - 1] ?? 'z';
  return (file, mutant) => rank(file, mutant) <= last;
};

interface Judging {
  readonly isFresh: boolean;
  /** All of them without. */
  readonly draw?: Draw | undefined;
}

const judgeArea = async (
  area: Area,
  files: readonly string[],
  { isFresh, draw }: Judging,
): Promise<readonly Judged[]> => {
  const tests = testsOf(area);
  // Another area's tests are nothing to this one.
  const runner = filesBelow('scripts/mutate', '.ts').filter((file) => !file.endsWith('/areas.ts'));
  const basis = digestOf([...tests, ...runner]);
  const judged: Judged[] = [];
  const open: { readonly file: string; readonly cache: string; readonly mutants: readonly Mutant[] }[] = [];
  for (const file of files) {
    const cache = path.join(CACHE, `${digestOf([file])}-${basis.slice(0, 16)}.json`);
    const all = instrument(readFileSync(path.join(ROOT, file), 'utf8'), file).mutants;
    const mutants = draw === undefined ? all : all.filter((mutant) => draw(file, mutant));
    if (mutants.length === 0) continue;
    if (draw === undefined && !isFresh && existsSync(cache))
      judged.push(...(JSON.parse(readFileSync(cache, 'utf8')) as Judged[]));
    else open.push({ file, cache, mutants });
  }
  if (open.length === 0) return judged;
  const judge = createJudge(sourcesOf(area), tests);
  try {
    await judge.start();
    tellCoverage(judge.coverage());
    for (const { file, cache, mutants } of open) {
      const ofFile: Judged[] = [];
      const began = Date.now();
      for (const mutant of mutants) {
        const { outcome } = await judge.judge(file, mutant.id);
        ofFile.push({ ...mutant, file, outcome });
      }
      judged.push(...ofFile);
      if (draw === undefined) {
        mkdirSync(CACHE, { recursive: true });
        writeFileSync(cache, JSON.stringify(ofFile));
      }
      tell(`  ${lineOf(file, ofFile)}, ${String(Math.round((Date.now() - began) / 1000))} s`);
    }
  } finally {
    judge.stop();
  }
  return judged;
};

const tell = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const tellCoverage = (coverage: Coverage | undefined): void => {
  for (const { path: file, tests, repeatable } of coverage?.files ?? [])
    if (repeatable < tests)
      tell(
        `  ${path.relative(ROOT, file)}: ${String(tests - repeatable)} of ${String(tests)} tests run only with their whole file`,
      );
};

const killedIn = (judged: readonly Judged[]): number => judged.filter(({ outcome }) => outcome === 'killed').length;

const lineOf = (what: string, judged: readonly Judged[]): string =>
  `${what}: ${String(killedIn(judged))} of ${String(judged.length)} found`;

const main = async (args: readonly string[]): Promise<number> => {
  os.setPriority(15);
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      fresh: { type: 'boolean', default: false },
      sample: { type: 'string' },
      seed: { type: 'string', default: String(process.pid) },
    },
  });
  const { fresh: isFresh, sample, seed } = values;
  const wanted = positionals.map((arg) => arg.replace(/\/$/, ''));
  for (const place of wanted) statSync(path.join(ROOT, place));
  const accepted = (parse(readFileSync(path.join(ROOT, ACCEPTED), 'utf8')) ?? []) as readonly Accepted[];
  const reasonOf = ({ file, original, replacement }: Judged): string | undefined =>
    accepted.find((one) => one.file === file && one.original === original && one.replacement === replacement)?.reason;
  const everything: Judged[] = [];
  const stale = staleEntries(accepted, ROOT);
  for (const { file, original, replacement } of stale)
    tell(`${ACCEPTED}: ${file} no longer has this code\n    - ${original}\n    + ${replacement}`);
  let isGood = stale.length === 0;
  const isWanted = (file: string): boolean =>
    wanted.length === 0 || wanted.some((place) => file === place || file.startsWith(`${place}/`));
  const draw =
    sample === undefined
      ? undefined
      : createDraw(AREAS.flatMap(sourcesOf).filter(isWanted), { size: Number(sample), seed });
  if (draw !== undefined) tell(`a sample of ${String(sample)}, seed ${seed}`);
  for (const area of AREAS) {
    const files = sourcesOf(area).filter(isWanted);
    if (files.length === 0) continue;
    tell(area.source);
    const judged = await judgeArea(area, files, { isFresh, draw });
    if (draw !== undefined && judged.length === 0) continue;
    everything.push(...judged);
    const left = judged.filter((one) => one.outcome !== 'killed');
    for (const one of left) {
      const reason = reasonOf(one);
      if (reason === undefined)
        tell(`  ${one.file}:${String(one.line)}: ${one.outcome}\n    - ${one.original}\n    + ${one.replacement}`);
    }
    const reasoned = left.filter((one) => reasonOf(one) !== undefined).length;
    const share = killedIn(judged) / Math.max(1, judged.length);
    tell(
      `  ${lineOf(area.source, judged)} (${(100 * share).toFixed(1)} %), ${String(reasoned)} of the others with a reason\n`,
    );
    if ((share < WANTED && draw === undefined) || reasoned < left.length) isGood = false;
  }
  tell(lineOf('all', everything));
  return isGood ? 0 : 1;
};

process.exitCode = await main(process.argv.slice(2));
