import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Mock, createMock } from '../composition/create-mock.ts';
import { loadOrganizations } from '../edges/files/load-organizations.ts';
import { FileError, formatFault } from '../kernel/file-error.ts';
import { makeFolder } from '../edges/files/make-folder.ts';
import { packageVersion } from '../edges/files/package-files.ts';
import { systemClock } from '../edges/system/system-clock.ts';
import { after } from '../edges/system/timers.ts';
import { toCtrf } from '../kernel/ctrf.ts';
import { toJunit } from '../kernel/junit.ts';
import { EXIT } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import type { Input } from './command-line/input.ts';
import { explainStart } from './serve.ts';
import { type Wanted, findScenarios, listScenarios, loadKnown } from './test/find-scenarios.ts';
import { type Interruption, awaitInterruption, exitCodeOf } from './test/interruption.ts';
import { type ScenarioOutcome, isPassed } from './test/outcome.ts';
import { checkFiles, playScenario } from './test/play-scenario.ts';
import { printOutcome, printSummary } from './test/print-outcome.ts';
import { toSuite } from './test/to-suite.ts';
import { type TestOptions, readTestOptions } from './test/test-options.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const complain = (line: string): number => {
  process.stderr.write(`vatmock: ${line}\n`);
  return EXIT.failed;
};

/** Runs scenarios against a client and reports whether it met their expectations. */
export const test = async (input: Input, { env }: Terminal): Promise<number> => {
  const options = readTestOptions(input, env);
  try {
    const known = await loadKnown(options.settings.scenarios);
    if (options.list) {
      say(listScenarios(known));
      return EXIT.ok;
    }
    return await testAll(await findScenarios(options.wanted, known), options);
  } catch (error) {
    if (error instanceof FileError) return complain(error.faults.map(formatFault).join('\nvatmock: '));
    throw error;
  }
};

const testAll = async (wanted: readonly Wanted[], options: TestOptions): Promise<number> => {
  const interruption = awaitInterruption();
  let mock: Mock;
  try {
    mock = await createMock(options.settings);
  } catch (error) {
    interruption.stopListening();
    const reason = explainStart(error, options.settings);
    if (reason === undefined) throw error;
    return complain(reason);
  }
  try {
    await checkFiles(wanted, mock);
    const outcomes = await playAll(wanted, mock, options, interruption);
    if (outcomes.length > 0) say(printSummary(outcomes));
    if (options.allAssumptions) say(formatFailures(outcomes));
    const written = await writeReports(outcomes, options);
    const signal = interruption.signal();
    if (signal !== undefined) {
      complain(`${signal}: stopped`);
      return exitCodeOf(signal);
    }
    return outcomes.every(isPassed) && written ? EXIT.ok : EXIT.failed;
  } finally {
    await mock.close();
    interruption.stopListening();
  }
};

/** Lists the alternatives under which the client fails. */
const formatFailures = (outcomes: readonly ScenarioOutcome[]): string => {
  const failed = outcomes.filter((outcome) => !isPassed(outcome)).map(({ scenario }) => `  ${scenario}`);
  return failed.length === 0
    ? 'The client passes under every alternative.'
    : ['The client fails under:', ...failed].join('\n');
};

const playAll = async (
  wanted: readonly Wanted[],
  mock: Mock,
  options: TestOptions,
  interruption: Interruption,
): Promise<readonly ScenarioOutcome[]> => {
  const [organization] = await loadOrganizations();
  const { clientId = '', clientSecret = '' } = organization?.clients[0] ?? {};
  say(`Base URL ${mock.baseUrl}   Token URL ${String(mock.tokenUrl)}   Client ${clientId}   Secret ${clientSecret}\n`);
  const outcomes: ScenarioOutcome[] = [];
  const parts = { mock, credentials: { clientId, clientSecret }, options, interruption, clock: systemClock, after };
  for (const one of wanted) {
    const outcome = await playScenario(one, { ...parts, tell: say });
    if (outcome === undefined) break;
    outcomes.push(outcome);
    say(`\n${printOutcome(outcome)}`);
    if (interruption.signal() !== undefined) break;
    // Skipped if the client fails under the defaults: it would fail under most alternatives too, which shows nothing
    // new. Switches that the scenario sets itself stay unchanged.
    const alternatives =
      options.allAssumptions && isPassed(outcome)
        ? mock.alternatives().filter((one) => !Object.keys(one).some((id) => Object.hasOwn(outcome.assumed, id)))
        : [];
    for (const [index, assumed] of alternatives.entries()) {
      say(`\nalternative ${String(index + 1)} of ${String(alternatives.length)}`);
      const other = await playScenario(one, { ...parts, assumed, tell: say });
      if (other === undefined) break;
      outcomes.push(other);
      say(`\n${printOutcome(other)}`);
      if (interruption.signal() !== undefined) break;
    }
  }
  return outcomes;
};

/** Writes reports for CI; returns false and prints an error if a file cannot be written. */
const writeReports = async (outcomes: readonly ScenarioOutcome[], { junit, ctrf }: TestOptions): Promise<boolean> => {
  const suites = outcomes.map(toSuite);
  const stop = systemClock.now();
  const source = { version: packageVersion(), start: outcomes[0]?.startedAt ?? stop, stop };
  const reports = [
    [junit, () => toJunit('vatmock test', suites)],
    [ctrf, () => `${JSON.stringify(toCtrf(suites, source), null, 2)}\n`],
  ] as const;
  let isWritten = true;
  for (const [file, make] of reports) {
    if (file === undefined) continue;
    try {
      makeFolder(path.dirname(file));
      await writeFile(file, make());
    } catch (error) {
      complain(`${file} cannot be written (${String((error as NodeJS.ErrnoException).code)})`);
      isWritten = false;
    }
  }
  return isWritten;
};
