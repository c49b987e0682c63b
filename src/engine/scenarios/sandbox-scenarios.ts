import { toIsoDateTime } from '../../kernel/clock.ts';
import { invalidMember, plainProblem } from '../problems/problem.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { isExhausted, enterState, readRuns, scenarioRuns, usesOf } from './run.ts';
import type { ScenarioReport, ScenarioStatus } from '../../generated/control-schemas.ts';
import { fillGiven, fixturesIn, switchesIn } from './given.ts';
import { type Change, type ScenariosParts, type createRunLifecycle, transact } from './run-lifecycle.ts';
import { type Scenario, STARTED } from './scenario.ts';
import type { ScenarioFile } from '../../generated/scenario-file.ts';
import { MAX_UPLOADED, type ScenarioFinder, uploadedScenarios } from './repository.ts';
import { followRun } from './timeline.ts';

/**
 * The scenarios of one sandbox: the scenario calls of the control API. An unknown name is 404 with suggestions; nothing is
 * ignored silently.
 */
export type SandboxScenarios = ReturnType<typeof createSandboxScenarios>;

/** Maximum number of active scenarios: more would be no meaningful test. */
export const MAX_ACTIVE = 20;

export const createSandboxScenarios = (
  sandbox: Sandbox,
  parts: ScenariosParts & {
    readonly finder: ScenarioFinder;
    readonly runs: ReturnType<typeof createRunLifecycle>;
  },
) => {
  const { repository, finder, runs, installFixtures, freeze, expectations } = parts;

  const change = <T>(work: (unit: UnitOfWork, whole: Change) => Promise<T>): Promise<T> =>
    transact(sandbox, (whole) => work(whole.work, whole));

  const checkRoom = (reading: Reading, name: string): void => {
    const others = readRuns(reading).filter((run) => run.isActive && run.name !== name);
    if (others.length >= MAX_ACTIVE)
      throw conflict(
        `${MAX_ACTIVE} scenarios are active, which is the maximum. Deactivate one first: ${others.map((run) => run.name).join(', ')}.`,
      );
  };

  /** Adds an uploaded scenario, or replaces it. */
  const put = async (whole: Change, file: ScenarioFile): Promise<Scenario> => {
    const { work } = whole;
    const name = file.scenario;
    const known = work.get(uploadedScenarios, name);
    if (known === undefined) {
      const { total } = work.page(uploadedScenarios, { page: 0, size: 1 });
      if (total >= MAX_UPLOADED)
        throw conflict(`This sandbox has ${total} uploaded scenarios, which is the maximum: delete one first.`);
      work.insert(uploadedScenarios, () => ({ name, file }));
      // A run of that name may have lost its file: it goes on with this one.
      whole.later(() => {
        runs.changed(sandbox);
      });
    } else {
      await runs.end(whole, name);
      work.update(uploadedScenarios, known, { name, file });
    }
    return finder.need(work, name);
  };

  const setClock = async ({ name, file: { clock } }: Scenario): Promise<void> => {
    if (clock === undefined) return;
    const at = clock === 'frozen' ? undefined : Date.parse(clock);
    const now = sandbox.clock.now();
    if (at !== undefined && at < now)
      throw conflict(
        `Scenario ${name} starts at ${clock}, but the clock of the sandbox is at ${toIsoDateTime(now)} and never goes back: use "clock: frozen" or a later instant.`,
      );
    if (await freeze(sandbox, at)) return;
    throw conflict(
      `Too many jobs were due before ${clock}, so the clock of the sandbox stopped at ${toIsoDateTime(sandbox.clock.now())}: activate ${name} again to continue from there.`,
    );
  };

  return {
    /** By name: scenarios from files, and those uploaded to this sandbox. */
    list: (): Promise<readonly ScenarioStatus[]> =>
      sandbox.read(async (reading) => (await finder.list(reading)).map((scenario) => statusOf(reading, scenario))),

    show: (name: string): Promise<ScenarioStatus> =>
      sandbox.read(async (reading) => statusOf(reading, await finder.need(reading, name))),

    /** As loaded. */
    find: (name: string): Promise<Scenario> => sandbox.read((reading) => finder.need(reading, name)),

    /** Starts it from its beginning, even if it is active. From then on it applies to every request of the sandbox. */
    activate: async (name: string): Promise<ScenarioStatus> => {
      const wanted = await sandbox.read((reading) => {
        // Before the clock, which never goes back.
        checkRoom(reading, name);
        return finder.need(reading, name);
      });
      await setClock(wanted);
      return change(async (work, whole) => {
        const scenario = await finder.need(work, name);
        checkRoom(work, name);
        const fixtures = fixturesIn(scenario.file.given ?? []);
        // New ones each time: those of an earlier activation stay, but are no longer used.
        const given =
          fixtures.length === 0 ? undefined : await installFixtures(work, sandbox.id, fillGiven(fixtures, work.now));
        runs.begin(whole, scenario, { isActive: true, given });
        return statusOf(work, scenario);
      });
    },

    deactivate: (name: string): Promise<ScenarioStatus> =>
      change(async (work, whole) => {
        // A run remains when its file is deleted: it must still be possible to end it.
        const isRunning = work.get(scenarioRuns, name) !== undefined;
        const scenario = await (isRunning ? finder.find : finder.need)(work, name);
        await runs.end(whole, name);
        // What remains of a scenario whose file was deleted.
        return statusOf(work, scenario ?? { name, file: { scenario: name }, states: [], steps: [] });
      }),

    setState: (name: string, state: string): Promise<ScenarioStatus> =>
      change(async (work, whole) => {
        const scenario = await finder.need(work, name);
        if (!scenario.states.includes(state)) throw unknownState(scenario, state);
        const run = work.get(scenarioRuns, name) ?? runs.begin(whole, scenario, { isActive: false });
        const moved = enterState(run, state, work.now);
        work.update(scenarioRuns, run, moved);
        followRun(work, scenario, moved, run.state);
        return statusOf(work, scenario);
      }),

    /** Adds a validated file, and replaces an uploaded scenario of the same name. */
    upload: (file: ScenarioFile): Promise<ScenarioStatus> =>
      change(async (work, whole) => {
        const name = file.scenario;
        if ((await repository.load()).has(name))
          throw conflict(`A scenario "${name}" already exists in a file: upload yours under another name.`);
        return statusOf(work, await put(whole, file));
      }),

    /**
     * Adds a scenario for the next call and activates it. While one of the same name is active, or where a file has the name,
     * it gets a number.
     */
    playNext: (file: ScenarioFile): Promise<ScenarioStatus> =>
      change(async (work, whole) => {
        const files = await repository.load();
        let name = file.scenario;
        for (let number = 2; files.has(name) || work.get(scenarioRuns, name)?.isActive === true; number++)
          name = `${file.scenario}-${number}`;
        checkRoom(work, name);
        const scenario = await put(whole, { ...file, scenario: name });
        runs.begin(whole, scenario, { isActive: true });
        return statusOf(work, scenario);
      }),

    /** The results of its expectations since the activation; 409 while it is not active. */
    expectations: (name: string): Promise<ScenarioReport> =>
      sandbox.read(async (reading) => {
        const scenario = await finder.need(reading, name);
        const run = reading.get(scenarioRuns, name);
        if (run?.isActive !== true)
          throw conflict(
            `Scenario ${name} is not active, and its expectations count from its activation: POST /__admin/scenarios/${name}/activate, run the client, then retry.`,
          );
        if (run.digest !== scenario.digest)
          throw conflict(
            `The file of scenario ${name} has changed since its activation: activate it again and rerun the client.`,
          );
        return { ...expectations.reportOf(sandbox, scenario, run), exhausted: isExhausted(scenario, run) };
      }),

    /** Deletes an uploaded scenario. */
    remove: (name: string): Promise<void> =>
      change(async (work, whole) => {
        const known = work.get(uploadedScenarios, name);
        if (known === undefined) {
          await finder.need(work, name);
          throw conflict(`Scenario ${name} comes from a file and cannot be deleted here; deactivate it instead.`);
        }
        await runs.end(whole, name);
        work.remove(uploadedScenarios, known);
      }),
  };
};

/** As in WireMock: a state that no step names must be misspelt. */
const unknownState = ({ name, states }: Scenario, state: string): Error => {
  const message = `is no state of scenario ${name}, which knows ${states.join(', ')}`;
  return invalidMember('state', message, state, `"${state}" ${message}.`);
};

const conflict = (detail: string): Error => plainProblem(409, { detail });

const statusOf = (
  reading: Reading,
  scenario: Pick<Scenario, 'name' | 'file' | 'states' | 'steps'> & Partial<Scenario>,
): ScenarioStatus => {
  const { name, file, states, steps } = scenario;
  const run = reading.get(scenarioRuns, name);
  // A run of another file does not apply to this one.
  const current = run?.digest === scenario.digest ? run : undefined;
  return {
    name,
    teaches: file.teaches ?? null,
    client: file.client ?? null,
    origin: reading.get(uploadedScenarios, name) === undefined ? 'file' : 'uploaded',
    area: scenario.area ?? null,
    active: run?.isActive ?? false,
    exhausted: current?.isActive === true && isExhausted(scenario, current),
    state: current?.state ?? STARTED,
    states,
    steps: steps.map(({ number, file: { title, on, times } }) => {
      const used = current === undefined ? 0 : usesOf(current, number);
      const left = times === undefined ? null : Math.max(0, times - (current?.uses[String(number)] ?? 0));
      return { number, title: title ?? null, on, used, left };
    }),
    // The engine does not know the kinds of fixtures that this API's scenarios start with.
    given: (current?.given ?? []).map(({ fixture, kind, values }) => ({
      fixture,
      kind,
      ...values,
    })) as unknown as ScenarioStatus['given'],
    assumed: switchesIn(file.given ?? []),
    happened: (current?.timelineResults ?? []).map(({ entry, at, failure }) => ({
      entry,
      at: toIsoDateTime(at),
      failure: failure ?? null,
    })),
  };
};
