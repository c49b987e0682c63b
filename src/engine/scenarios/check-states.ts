import { stringifyJson } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { suggest } from '../matching/nearest.ts';
import { spotsIn } from './template.ts';
import { STARTED, type ScenarioFile, type StepFile } from './scenario-file.ts';

/** Every state that is waited for must be reachable, and every step usable. */
export const checkStates = (file: ScenarioFile, diagnostics: DiagnosticList): void => {
  const { steps = [], timeline = [] } = file;
  const reachable = reachableStates(file);
  const check = (state: string | undefined, at: DiagnosticList): void => {
    if (state === undefined || reachable.has(state)) return;
    at.add(
      `the state "${state}" is never reached: ${toSentence(suggest(state, reachable))} Or add moveTo: ${state} to a step`,
    );
  };
  for (const [index, step] of steps.entries()) {
    check(step.inState, diagnostics.at('steps', index, 'inState'));
    const before = steps.slice(0, index).findIndex((earlier) => takesAll(earlier, step));
    if (before >= 0)
      diagnostics
        .at('steps', index)
        .add(
          `can never match: step ${String(before + 1)} matches all the same requests first. Move this step up, or add a condition, times or nth to step ${String(before + 1)}`,
        );
  }
  if (!timeline.some(({ moveTo }) => moveTo !== undefined))
    for (const [index, { reply }] of steps.entries())
      for (const { path, names } of spotsIn(reply))
        if (names.includes('state.secondsLeft'))
          diagnostics
            .at('steps', index, 'reply', ...path)
            .add(
              '{{state.secondsLeft}} counts down to the next moveTo of the timeline, but there is none: add an entry with moveTo, or write a number',
            );
  for (const [index, { from }] of timeline.entries()) check(from, diagnostics.at('timeline', index, 'from'));
};

/** A transition counts if its start state is reachable; one without a start state applies in any state. */
const reachableStates = ({ steps = [], timeline = [] }: ScenarioFile): ReadonlySet<string> => {
  const moves = [
    ...steps.map(({ inState, moveTo }) => ({ from: inState, to: moveTo })),
    ...timeline.map(({ from, moveTo }) => ({ from, to: moveTo })),
  ];
  const reached = new Set([STARTED]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const { from, to } of moves)
      if (to !== undefined && (from === undefined || reached.has(from))) reached.add(to);
  }
  return reached;
};

/** A step at `received` that breaks the connection, so that later steps are never used. */
const breaksOff = ({ at, reply, fault }: StepFile): boolean =>
  at === 'received' && reply === undefined && typeof fault === 'string' && fault !== 'slow-body';

/** Whether an earlier step is used, without limit, for everything that this step could be used for. */
const takesAll = (earlier: StepFile, step: StepFile): boolean => {
  const { on, at, when, inState, times, nth, moveTo } = earlier;
  const isAsWide = when === undefined || stringifyJson(when) === stringifyJson(step.when ?? {});
  const isEndless = isAsWide && times === undefined && nth === undefined;
  const isSamePlace = (on === '*' || on === step.on) && (at === step.at || breaksOff(earlier));
  if (!isEndless || !isSamePlace) return false;
  // A step that changes the state may leave others to later states. A retry is not counted, and skips it.
  return moveTo === undefined && (inState === undefined || inState === step.inState);
};
