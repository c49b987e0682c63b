import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { installHooks, reachedFrom } from './load-hooks.ts';
import { instrument } from './operators.ts';
import { fileIn, keyOf, notePassed, stopNoting, switchOn } from './switches.ts';
import { type TestFile, TookTooLong, loadTestFile, runTest, setUp, tearDown, within } from './test-file.ts';
import type { Coverage, FromWorker, ToWorker, Verdict } from './messages.ts';

// Looks for faults in its own process, so that a fault that never comes to an end can be ended from outside.

fc.configureGlobal({ seed: 42, endOnFailure: true });

const COPIES_BEFORE_RENEWAL = 120;
/** Milliseconds of the processor. */
const LEAST = 5000;

let hidden: unknown;
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (error: unknown) => (hidden ??= error ?? 'nothing'));

const files = new Map<string, TestFile>();
let coverage: Coverage = { tests: [], files: [] };
let copies = 0;

const tell = (message: FromWorker): void => {
  process.send?.(message);
};

const fileOf = async (path: string): Promise<TestFile> => {
  let file = files.get(path);
  if (file === undefined) {
    file = await loadTestFile(path, { isCopy: false });
    await setUp(file);
    files.set(path, file);
  }
  return file;
};

/** Whether a test fails. */
const fails = async (path: string, index: number, most: number): Promise<boolean> => {
  const test = (await fileOf(path)).tests[index];
  if (test === undefined) return true;
  hidden = undefined;
  tell({ kind: 'trying', most });
  try {
    await runTest(test, most);
    return hidden !== undefined;
  } catch (error) {
    if (error instanceof TookTooLong) throw error;
    return true;
  }
};

/** Runs each test once to see what it passes, and once more to see whether it can be run again by itself. */
const look = async (paths: readonly string[]): Promise<Coverage> => {
  const tests: Coverage['tests'][number][] = [];
  const loaded: Coverage['files'][number][] = [];
  // A module is loaded once, for the first of the test files that lead to it; its faults are for all of them to find.
  const atLoading = new Set<string>();
  for (const path of paths) {
    const passedNow = notePassed();
    const file = await fileOf(path);
    stopNoting();
    for (const key of passedNow) atLoading.add(key);
    const reached = reachedFrom(path);
    const whole = new Set([...atLoading].filter((key) => reached.has(fileIn(key))));
    let repeatable = 0;
    for (const index of file.tests.keys()) {
      const passed = notePassed();
      const began = performance.now();
      const failed = await fails(path, index, 60_000);
      const took = performance.now() - began;
      stopNoting();
      if (!failed && !(await fails(path, index, 60_000))) {
        repeatable++;
        tests.push({ path, index, took, passed: [...passed] });
      } else for (const key of passed) whole.add(key);
    }
    loaded.push({ path, passed: [...whole], tests: file.tests.length, repeatable });
  }
  return { tests, files: loaded };
};

const begin = async (paths: readonly string[], known: Coverage | undefined): Promise<void> => {
  coverage = known ?? (await look(paths));
  tell({ kind: 'ready', coverage });
};

/** The whole file anew, with all that is worked out when it is loaded. */
const failsAnew = async (path: string, most: number): Promise<boolean> => {
  copies++;
  hidden = undefined;
  tell({ kind: 'trying', most });
  let file: TestFile | undefined;
  try {
    await within(most, async () => {
      file = await loadTestFile(path, { isCopy: true });
      await setUp(file);
      for (const test of file.tests) await runTest(test, most);
    });
    return hidden !== undefined;
  } catch {
    return true;
  } finally {
    const loaded = file;
    if (loaded !== undefined) await within(LEAST, () => tearDown(loaded)).catch(() => undefined);
  }
};

/** By file of faults that are there when it is loaded, the test file that found the last of them. */
const finders = new Map<string, string>();

const judge = async (key: string): Promise<Verdict> => {
  const fitting = coverage.tests.filter(({ passed }) => passed.includes(key)).sort((a, b) => a.took - b.took);
  const whole = coverage.files.filter(({ passed }) => passed.includes(key));
  if (fitting.length === 0 && whole.length === 0) return { outcome: 'not covered' };
  for (const { path, index, took } of fitting) {
    await fileOf(path);
    switchOn(key);
    try {
      if (!(await fails(path, index, Math.max(LEAST, 8 * took)))) continue;
    } catch {
      return { outcome: 'killed', by: path, isSpent: true };
    } finally {
      switchOn(undefined);
    }
    // A fault can leave something behind that makes a test fail from then on.
    const isSpent = await fails(path, index, Math.max(LEAST, 8 * took)).catch(() => true);
    return { outcome: 'killed', by: path, isSpent };
  }
  const tookOf = (path: string): number =>
    coverage.tests.reduce((sum, test) => (test.path === path ? sum + test.took : sum), 0);
  // Whoever found the last one of a file finds the next one, too.
  const rank = (path: string): number => (finders.get(fileIn(key)) === path ? -1 : tookOf(path));
  for (const { path } of [...whole].sort((a, b) => rank(a.path) - rank(b.path))) {
    switchOn(key);
    try {
      if (!(await failsAnew(path, Math.max(10_000, 8 * tookOf(path))))) continue;
      finders.set(fileIn(key), path);
      return { outcome: 'killed', by: path, isSpent: false };
    } finally {
      switchOn(undefined);
    }
  }
  return { outcome: 'survived' };
};

// Whoever asked is gone: nobody waits for a verdict.
process.on('disconnect', () => process.exit());

process.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'begin': {
      const instrumented = message.sources.map(
        (path) => [path, instrument(readFileSync(path, 'utf8'), path).code] as const,
      );
      installHooks(new Map(instrumented));
      begin(message.tests, message.coverage).catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
      break;
    }
    case 'judge': {
      const key = keyOf(message.file, message.id);
      void judge(key).then((verdict) => {
        tell({ kind: 'verdict', key, verdict, isTired: copies >= COPIES_BEFORE_RENEWAL });
      });
    }
  }
});
