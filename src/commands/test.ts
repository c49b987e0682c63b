import { type TestOptions, readTestOptions } from './test/test-options.ts';
import type { Input } from './command-line/command.ts';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createMock } from '../composition/create-mock.ts';
import type { Mock } from '../composition/mock.ts';
import { loadOrganizations } from '../edges/files/load-organizations.ts';
import { makeFolder } from '../edges/files/make-folder.ts';
import { USUAL_ORGANIZATION } from '../identity/organization.ts';
import { EXIT } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import {
  type Wanted,
  findScenarios,
  listScenarios,
  loadKnown,
  checkFiles,
  playScenario,
} from './test/play-scenario.ts';
import { type Interruption, awaitInterruption, exitCodeOf } from './test/run-child.ts';
import { type ScenarioOutcome, isPassed, printOutcome, printSummary, toReports } from './test/outcome.ts';

/** Runs scenarios against a client and reports whether it met their expectations. */
export const run = async (input: Input, terminal: Terminal): Promise<number> => {
  const options = readTestOptions(input, terminal.env);
  const known = await loadKnown(options.settings);
  if (!options.list) return testAll(await findScenarios(options.wanted, known), options, terminal);
  terminal.print(listScenarios(known));
  return EXIT.ok;
};

const testAll = async (wanted: readonly Wanted[], options: TestOptions, terminal: Terminal): Promise<number> => {
  const { print } = terminal;
  const mock = await createMock(options.settings);
  const interruption = awaitInterruption();
  try {
    await checkFiles(wanted, mock);
    const outcomes = await playAll(wanted, mock, { options, interruption, terminal });
    if (outcomes.length > 0) print(printSummary(outcomes));
    if (options.allAssumptions) print(formatFailures(outcomes));
    const { report } = options;
    const reports = report === undefined ? [] : toReports(outcomes, mock.coverage(undefined, 'start'), report);
    const written = await write(reports, terminal);
    const signal = interruption.signal();
    if (signal !== undefined) {
      terminal.complain(`vatmock: ${signal}: stopped`);
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
  {
    options,
    interruption,
    terminal,
  }: { readonly options: TestOptions; readonly interruption: Interruption; readonly terminal: Terminal },
): Promise<readonly ScenarioOutcome[]> => {
  const { print } = terminal;
  const [organization] = options.settings.spec === undefined ? await loadOrganizations() : [USUAL_ORGANIZATION];
  const { clientId = '', clientSecret = '' } = organization?.clients[0] ?? {};
  print(`Base URL ${mock.baseUrl}   Token URL ${mock.tokenUrl}   Client ${clientId}   Secret ${clientSecret}\n`);
  const outcomes: ScenarioOutcome[] = [];
  const parts = { mock, credentials: { clientId, clientSecret }, options, interruption, terminal };
  /** Undefined if interrupted. */
  const play = async (one: Wanted, assumed: Readonly<Record<string, string>>): Promise<ScenarioOutcome | undefined> => {
    const outcome = await playScenario(one, assumed, parts);
    if (outcome === undefined) return undefined;
    outcomes.push(outcome);
    print(`\n${printOutcome(outcome)}`);
    return interruption.signal() === undefined ? outcome : undefined;
  };
  for (const one of wanted) {
    const outcome = await play(one, {});
    if (outcome === undefined) break;
    // Skipped if the client fails under the defaults: it would fail under most alternatives too, which shows nothing
    // new. Switches that the scenario sets itself stay unchanged.
    const alternatives =
      options.allAssumptions && isPassed(outcome)
        ? mock.alternatives().filter((one) => !Object.keys(one).some((id) => Object.hasOwn(outcome.assumed, id)))
        : [];
    for (const [index, assumed] of alternatives.entries()) {
      print(`\nalternative ${index + 1} of ${alternatives.length}`);
      if ((await play(one, assumed)) === undefined) break;
    }
  }
  return outcomes;
};

/** Returns false and prints an error if a file cannot be written. */
const write = async (reports: ReturnType<typeof toReports>, { complain }: Terminal): Promise<boolean> => {
  for (const { file, text } of reports)
    try {
      makeFolder(path.dirname(file));
      await writeFile(file, text);
    } catch (error) {
      complain(`vatmock: ${file} cannot be written (${String((error as NodeJS.ErrnoException).code)})`);
      return false;
    }
  return true;
};
