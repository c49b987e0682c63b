import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Choices } from '../assumptions/assumption.ts';
import { switchesIn } from './given.ts';
import { isExhausted } from './exhausted.ts';
import { type ScenarioRun, usesOf } from './run.ts';
import type { Scenario } from './scenario.ts';
import { STARTED } from './scenario-file.ts';

/** The state of a scenario in a sandbox, with the names of the control API. */
export interface ScenarioStatus {
  readonly name: string;
  /** What it teaches, and what a correct client does; null if its file does not document it. */
  readonly teaches: string | null;
  readonly client: string | null;
  readonly origin: 'file' | 'uploaded';
  /** The subfolder of its file; null if there is none. */
  readonly area: string | null;
  readonly active: boolean;
  /** Active, but none of its steps can be used again: activating it starts it anew. */
  readonly exhausted: boolean;
  readonly state: string;
  /** All its states. */
  readonly states: readonly string[];
  readonly steps: readonly StepStatus[];
  /** What the activation created in the sandbox: the fixture, its kind, and its ids. */
  readonly given: readonly Readonly<Record<string, string>>[];
  /** The switches that it sets while it is active: alternatives by assumption id. */
  readonly assumed: Choices;
  /** Completed steps of its timeline, oldest first. */
  readonly happened: readonly {
    readonly entry: number;
    readonly at: string;
    /** Why the step failed; null if it succeeded. */
    readonly failure: string | null;
  }[];
}

export interface StepStatus {
  /** From 1. */
  readonly number: number;
  readonly title: string | null;
  readonly on: string;
  /** Number of uses so far, and of remaining uses; null if unlimited. */
  readonly used: number;
  readonly left: number | null;
}

export const toStatus = (
  scenario: Scenario,
  { run, isUploaded }: { readonly run: ScenarioRun | undefined; readonly isUploaded: boolean },
): ScenarioStatus => {
  const { name, file, states, steps } = scenario;
  // A run of another file does not apply to this one.
  const current = run?.digest === scenario.digest ? run : undefined;
  return {
    name,
    teaches: file.teaches ?? null,
    client: file.client ?? null,
    origin: isUploaded ? 'uploaded' : 'file',
    area: scenario.place?.area ?? null,
    active: run?.isActive ?? false,
    exhausted: current?.isActive === true && isExhausted(scenario, current),
    state: current?.state ?? STARTED,
    states,
    steps: steps.map(({ number, file: { title, on, times } }) => {
      const used = current === undefined ? 0 : usesOf(current, number);
      const left = times === undefined ? null : Math.max(0, times - (current?.uses[String(number)] ?? 0));
      return { number, title: title ?? null, on, used, left };
    }),
    given: (current?.given ?? []).map(({ fixture, kind, values }) => ({ fixture, kind, ...values })),
    assumed: switchesIn(file.given ?? []),
    happened: (current?.timelineResults ?? []).map(({ entry, at, failure }) => ({
      entry,
      at: toIsoDateTime(at),
      failure: failure ?? null,
    })),
  };
};

/** What remains of a scenario whose file was deleted. */
export const statusWithoutFile = (name: string): ScenarioStatus => ({
  name,
  teaches: null,
  client: null,
  origin: 'file',
  area: null,
  active: false,
  exhausted: false,
  state: STARTED,
  states: [],
  steps: [],
  given: [],
  assumed: {},
  happened: [],
});
