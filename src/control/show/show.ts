import type { Json } from '../../kernel/json.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { ShownCall, Show as ShownShow, ShowStep } from '../../generated/control-schemas.ts';
import { calledBy, type StoryStep, type Storyboard } from './storyboard.ts';
import type { ActionFile } from '../../generated/storyboard-file.ts';

/** Values of answers, by the names under which they were saved. */
export type Saved = Readonly<Record<string, Json>>;

/** A step that was played, or is being played. */
export interface PlayedStep {
  readonly at: StoryStep;
  /** The packed checkpoint before it; undefined if none was taken, or if there was no room for it. */
  before: Uint8Array | undefined;
  readonly savedBefore: Saved;
  readonly calls: ShownCall[];
  proof: ShowStep['proof'];
  look: string | null;
  failure: string | undefined;
}

/** A storyboard as it is played in one sandbox. */
export interface Show {
  readonly storyboard: Storyboard;
  /** Wall-clock time. */
  readonly startedAt: number;
  /** Origin of the links in answers. */
  readonly origin: string;
  readonly played: PlayedStep[];
  /** Whether the last of these steps is being played. */
  isPlaying: boolean;
  saved: Saved;
}

export const failureOf = ({ played }: Show): string | undefined => played.at(-1)?.failure;

/** Undefined after the last step. */
export const comingStep = ({ storyboard, played }: Show): StoryStep | undefined => storyboard.steps[played.length];

export const statusOf = (show: Show): ShownShow['status'] => {
  if (show.isPlaying) return 'playing';
  if (failureOf(show) !== undefined) return 'failed';
  return comingStep(show) === undefined ? 'finished' : 'ready';
};

/** Nobody goes on with a step that was begun: what it has done until then is undone by going back. */
export const interrupt = (show: Show): void => {
  show.isPlaying = false;
  const last = show.played.at(-1);
  if (last !== undefined)
    last.failure ??=
      'The step was interrupted, because the server that played it ended or lost its database: go back (POST /__admin/show/back), which restores what was before it.';
};

/** A show as the control API shows it. */
export const toShownShow = (show: Show): ShownShow => {
  const { storyboard, played, startedAt, isPlaying } = show;
  const { file, steps, name } = storyboard;
  const done = played.length - (isPlaying ? 1 : 0);
  const current = played.at(-1);
  const next = comingStep(show);
  return {
    storyboard: name,
    title: file.title,
    minutes: file.minutes ?? null,
    status: statusOf(show),
    played: done,
    steps: steps.length,
    outline: file.chapters.map((chapter, index) => ({
      title: chapter.title,
      steps: chapter.steps.map(({ title }, step) => ({
        title,
        isPlayed: steps.findIndex((one) => one.chapter === index + 1 && one.step === step + 1) < done,
      })),
    })),
    current: current === undefined ? null : toShownStep(current.at, current),
    next: next === undefined ? null : toShownStep(next),
    canGoBack: played.length > 0,
    startedAt: toIsoDateTime(startedAt),
    failure: failureOf(show) ?? null,
  };
};

const toShownStep = (
  { chapter, step, of, file: { title, sentence, notes, actions, proof = [] } }: StoryStep,
  played?: PlayedStep,
): ShowStep => ({
  ...{ chapter, step, chapterTitle: of.title, title, sentence, notes: notes ?? null },
  look: played?.look ?? null,
  actions: actions.map(nameOfAction),
  calls: [...(played?.calls ?? [])],
  proof: played?.proof.length
    ? played.proof
    : proof.map((one) => ({ title: one.title, holds: null, expected: null, actual: null })),
});

/** What an action does, in a line. */
export const nameOfAction = (action: ActionFile): string => action.title ?? calledBy(action).id;
