import { toIsoDateTime } from '../../kernel/clock.ts';
import { type ActionFile, calledBy } from '../storyboards/storyboard-file.ts';
import type { StoryStep } from '../storyboards/storyboard.ts';
import {
  type CallMade,
  type PlayedStep,
  type ProofResult,
  type Show,
  comingStep,
  failureOf,
  statusOf,
} from './show.ts';

interface StepTexts {
  readonly chapter: number;
  readonly step: number;
  readonly chapterTitle: string;
  readonly title: string;
  readonly sentence: string;
  readonly notes: string | null;
}

/** A show as the control API shows it. */
export interface ShownShow {
  readonly storyboard: string;
  readonly title: string;
  readonly minutes: number | null;
  readonly status: 'ready' | 'playing' | 'failed' | 'finished';
  readonly played: number;
  readonly steps: number;
  readonly outline: readonly {
    readonly title: string;
    readonly steps: readonly { readonly title: string; readonly isPlayed: boolean }[];
  }[];
  readonly current:
    | (StepTexts & {
        readonly look: string | null;
        readonly calls: readonly CallMade[];
        readonly proof: readonly ProofResult[];
      })
    | null;
  readonly next: (StepTexts & { readonly actions: readonly string[] }) | null;
  readonly canGoBack: boolean;
  readonly pace: { readonly secondsPerStep: number; readonly nextAt: string } | null;
  readonly startedAt: string;
  readonly failure: string | null;
}

export const toShownShow = (show: Show): ShownShow => {
  const { storyboard, played, pace, startedAt, isPlaying } = show;
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
    current: current === undefined ? null : toShownStep(current),
    next: next === undefined ? null : { ...textsOf(next), actions: next.file.actions.map(nameOfAction) },
    canGoBack: played.length > 0,
    pace: pace === undefined ? null : { secondsPerStep: pace.secondsPerStep, nextAt: toIsoDateTime(pace.nextAt) },
    startedAt: toIsoDateTime(startedAt),
    failure: failureOf(show) ?? null,
  };
};

const toShownStep = ({ at, look, calls, proof }: PlayedStep) => ({
  ...textsOf(at),
  look,
  calls: [...calls],
  proof: proof.length > 0 ? proof : (at.file.proof ?? []).map(({ title }) => ({ ...UNCHECKED, title })),
});

const UNCHECKED = { holds: null, expected: null, actual: null };

const textsOf = ({ chapter, step, of, file }: StoryStep): StepTexts => ({
  chapter,
  step,
  chapterTitle: of.title,
  title: file.title,
  sentence: file.sentence,
  notes: file.notes ?? null,
});

/** What an action does, in a line. */
export const nameOfAction = (action: ActionFile): string => action.title ?? calledBy(action).id;
