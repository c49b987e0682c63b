import type { ProblemCatalogue } from '../problems/catalogue.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkExpectations } from './check-expectations.ts';
import { checkOrganization } from './check-organization.ts';
import { checkStates } from './check-states.ts';
import { checkStep } from './check-step.ts';
import { checkTimeline } from './check-timeline.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { type DiagnosticList, type PathDiagnostic, collectDiagnostics } from '../../kernel/diagnostic.ts';
import { checkGiven, switchesIn } from './given.ts';
import { isInstant } from './is-instant.ts';
import { templateDiagnostics } from './template.ts';
import type { ProblemFile, ScenarioFile, StepFile } from './scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** Maximum number of regular expressions in one scenario: each costs a little on every request that it applies to. */
const MAX_PATTERNS = 20;

/**
 * Checks a scenario against the description that it will be played with. The file has already been validated against
 * its schema; these checks are beyond what a schema can express.
 */
export const checkScenario = async (
  file: ScenarioFile,
  scenarioSchema: ScenarioSchema,
  pause?: Pause,
): Promise<readonly PathDiagnostic[]> => {
  const found: PathDiagnostic[] = [];
  const diagnostics = collectDiagnostics(found);
  const { steps = [], clock, given = [], organization } = file;
  // Thousands would be compiled to be checked.
  if (hasTooManyPatterns(file, diagnostics)) return found;
  const isSilent = [file.steps, file.timeline, file.deliveries, organization].every((part) => part === undefined);
  if (isSilent && Object.keys(switchesIn(given)).length === 0)
    diagnostics.add(
      'the scenario does nothing: add steps, a timeline, deliveries, an organization or switches (given: assume)',
    );
  if (organization !== undefined)
    checkOrganization(organization, scenarioSchema.contract, diagnostics.at('organization'));
  if (clock !== undefined) checkClock(clock, diagnostics.at('clock'));
  for (const [index, one] of given.entries()) {
    const { with: members = {} } = 'fixture' in one ? one : {};
    const at = diagnostics.at('given', index);
    for (const { path, message } of templateDiagnostics(members, 'timeline', scenarioSchema.templates))
      at.at('with', ...path).add(message);
  }
  await checkGiven(file, scenarioSchema, diagnostics);
  for (const [index, step] of steps.entries()) {
    await checkStep(step, scenarioSchema, diagnostics.at('steps', index), pause);
    await pause?.();
  }
  checkStates(file, diagnostics);
  await pause?.();
  checkTimeline(file, scenarioSchema, diagnostics.at('timeline'));
  checkDeliveries(file.deliveries ?? [], scenarioSchema, diagnostics.at('deliveries'));
  await checkExpectations(
    file.expect ?? [],
    scenarioSchema,
    diagnostics.at('expect'),
    statusesOf(steps, scenarioSchema.contract.problems),
    pause,
  );
  return found;
};

/** The statuses that steps respond with, described or not. */
const statusesOf = (steps: readonly StepFile[], problems: ProblemCatalogue): ReadonlySet<number> =>
  new Set(
    steps.flatMap(({ reply }) => {
      if (reply === undefined || reply === 'pass') return [];
      const { status, problem } = reply;
      const { type = '', status: own }: ProblemFile = typeof problem === 'string' ? { type: problem } : (problem ?? {});
      return [status, own, problems.get(type)?.status].filter((one) => one !== undefined);
    }),
  );

const checkClock = (clock: string, diagnostics: DiagnosticList): void => {
  if (clock === 'frozen' || isInstant(clock)) return;
  diagnostics.add(
    `must be "frozen" or a time with a time zone, but is "${clock}": write, for example, 2030-03-04T09:00:00Z`,
  );
};

const hasTooManyPatterns = ({ steps = [], expect = [] }: ScenarioFile, diagnostics: DiagnosticList): boolean => {
  const conditions = [...steps, ...expect].flatMap(({ when: { params = {}, headers = {}, body = {} } = {} }) =>
    [params, headers, body].flatMap((byName) => Object.values(byName)),
  );
  const patterns = conditions.filter((written) => typeof written === 'object' && written?.matches !== undefined);
  if (patterns.length <= MAX_PATTERNS) return false;
  diagnostics.add(
    `has ${String(patterns.length)} regular expressions, but the maximum is ${String(MAX_PATTERNS)}: use equals or oneOf, or split the scenario`,
  );
  return true;
};
