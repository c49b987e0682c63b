import type { Json } from '../../kernel/json.ts';
import type { CalledApi } from '../storyboards/storyboard-file.ts';
import type { StoryStep, Storyboard } from '../storyboards/storyboard.ts';
import type { RestorePoint } from './restore-point.ts';

/** Values of answers, by the names under which they were saved. */
export type Saved = Readonly<Record<string, Json>>;

/** A request or an answer. */
export interface MessageOfCall {
  /** Without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null if there is none, if it is no JSON, or if it is too long to be shown. */
  readonly body: unknown;
  readonly bytes: number;
}

/** A call that was made, with its answer. */
export interface CallMade {
  readonly api: CalledApi;
  readonly title: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly request: MessageOfCall;
  /** Null if the answer was lost on its way. */
  readonly status: number | null;
  readonly fault: string | null;
  readonly response: MessageOfCall;
  readonly requestId: string | null;
}

export interface ProofResult {
  readonly title: string;
  /** Null if it was not checked because something before it failed. */
  readonly holds: boolean | null;
  readonly expected: string | null;
  readonly actual: string | null;
}

/** A step that was played, or is being played. */
export interface PlayedStep {
  readonly at: StoryStep;
  /** What the sandbox was like before it; undefined if there was no room for it. */
  before: RestorePoint | undefined;
  readonly savedBefore: Saved;
  readonly calls: CallMade[];
  proof: readonly ProofResult[];
  look: string | null;
  failure: string | undefined;
}

/** A storyboard as it is played in one sandbox. */
export interface Show {
  /** Distinguishes it from all others, also those of other processes. */
  readonly id: string;
  readonly storyboard: Storyboard;
  /** Wall-clock time. */
  readonly startedAt: number;
  /** Origin of the links in answers. */
  readonly origin: string;
  readonly played: PlayedStep[];
  /** Whether the last of these steps is being played. */
  isPlaying: boolean;
  saved: Saved;
  pace: Pace | undefined;
}

export interface Pace {
  readonly secondsPerStep: number;
  /** Wall-clock time of the next step. */
  readonly nextAt: number;
  /** Undefined if nobody waits for it, as the show has come from another process. */
  readonly cancel: (() => void) | undefined;
}

export const failureOf = ({ played }: Show): string | undefined => played.at(-1)?.failure;

/** Undefined after the last step. */
export const comingStep = ({ storyboard, played }: Show): StoryStep | undefined => storyboard.steps[played.length];

export const statusOf = (show: Show): 'ready' | 'playing' | 'failed' | 'finished' => {
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
  stopPace(show);
};

/** No longer plays by itself. */
export const stopPace = (show: Show): void => {
  show.pace?.cancel?.();
  show.pace = undefined;
};
