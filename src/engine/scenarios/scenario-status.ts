import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Choices } from '../assumptions/assumption.ts';
import { switchesIn } from './given.ts';
import type { ScenarioRun } from './run.ts';
import type { Scenario } from './scenario.ts';
import { STARTED } from './scenario-file.ts';

/** How a scenario stands in a sandbox, in the words of the control API. */
export interface ScenarioStatus {
  readonly name: string;
  /** What it teaches, and what a correct client does; null where its file does not say. */
  readonly teaches: string | null;
  readonly client: string | null;
  readonly origin: 'file' | 'uploaded';
  readonly active: boolean;
  readonly state: string;
  /** All that it knows. */
  readonly states: readonly string[];
  readonly steps: readonly StepStatus[];
  /** What was put into the sandbox when it was activated: the fixture, its kind, and the ids that it is found by. */
  readonly given: readonly Readonly<Record<string, string>>[];
  /** The switches that it sets while it is active: alternatives by the ids of their assumptions. */
  readonly assumed: Choices;
  /** What its timeline has done, oldest first. */
  readonly happened: readonly {
    readonly entry: number;
    readonly at: string;
    /** Why it did not work; null when it did. */
    readonly failure: string | null;
  }[];
}

export interface StepStatus {
  /** From 1. */
  readonly number: number;
  readonly title: string | null;
  readonly on: string;
  /** How often it was used, and how often it can still be; null where that is not limited. */
  readonly used: number;
  readonly left: number | null;
}

export const toStatus = (
  scenario: Scenario,
  { run, isUploaded }: { readonly run: ScenarioRun | undefined; readonly isUploaded: boolean },
): ScenarioStatus => {
  const { name, file, states, steps } = scenario;
  // What was begun with another file says nothing of this one.
  const current = run?.digest === scenario.digest ? run : undefined;
  return {
    name,
    teaches: file.teaches ?? null,
    client: file.client ?? null,
    origin: isUploaded ? 'uploaded' : 'file',
    active: run?.isActive ?? false,
    state: current?.state ?? STARTED,
    states,
    steps: steps.map(({ number, file: { title, on, times } }) => {
      const used = current?.uses[String(number)] ?? 0;
      return { number, title: title ?? null, on, used, left: times === undefined ? null : Math.max(0, times - used) };
    }),
    given: (current?.given ?? []).map(({ fixture, kind, values }) => ({ fixture, kind, ...values })),
    assumed: switchesIn(file.given ?? []),
    happened: (current?.happened ?? []).map(({ entry, at, failure }) => ({
      entry,
      at: toIsoDateTime(at),
      failure: failure ?? null,
    })),
  };
};
