import type { LiveState } from '../../engine/sandbox/live-state.ts';
import type { Show as ShownShow, ShowStep, ShownCall, StreamedShow } from '../../generated/control-schemas.ts';
import type { ActionFile } from '../../generated/storyboard-file.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Json } from '../../kernel/json.ts';
import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import { calledBy, type StoryStep, type Storyboard, toStoryboard } from './storyboard.ts';

/** Values of answers, by the names under which they were saved. */
export type Saved = Readonly<Record<string, Json>>;

/** A step that was played, or is being played. */
export interface PlayedStep {
  /** The packed checkpoint before it; undefined if none was taken, or if there was no room for it. */
  before?: Uint8Array | undefined;
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

const statusOf = (show: Show): ShownShow['status'] => {
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
  const [current, at] = [played.at(-1), steps[played.length - 1]];
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
    current: at === undefined ? null : toShownStep(at, current),
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
  chapter,
  step,
  chapterTitle: of.title,
  title,
  sentence,
  notes: notes ?? null,
  look: played?.look ?? null,
  actions: actions.map(nameOfAction),
  calls: [...(played?.calls ?? [])],
  proof: played?.proof.length
    ? played.proof
    : proof.map((one) => ({ title: one.title, holds: null, expected: null, actual: null })),
});

/** What an action does, in a line. */
export const nameOfAction = (action: ActionFile): string => action.title ?? calledBy(action).id;

/** The shows that are being played, by organization, as this process knows them. */
export type Shows = ReturnType<typeof createShows>;

/** Shows of all sandboxes in the memory of a process of its own; a further one ends the oldest. */
export const MOST_SHOWS = 200;

const MEBIBYTE = 1_048_576;

/** Bytes of the checkpoints of one show, and of all in the memory of a process. */
const CHECKPOINT_LIMITS = { own: 4 * MEBIBYTE, all: 64 * MEBIBYTE };

/** `memory`: bytes that the process has for checkpoints. */
export const createShows = ({ most, memory }: { readonly most: number; readonly memory: number }) => {
  const shows = new Map<string, Show>();
  const listeners = createKeyedSubscribers<StreamedShow>();
  const changes = new Map<string, number>();
  let latest = 0;

  /** Ends the show, also when the contents of its sandbox are replaced by others. */
  const forget = (organization: string): void => {
    if (!shows.delete(organization)) return;
    changes.delete(organization);
    listeners.notify(organization, { storyboard: null, status: 'ended', played: 0 });
  };

  /** Tells the listeners that the show has changed. */
  const changed = (organization: string, show: Show) => {
    if (shows.get(organization) !== show) return;
    changes.set(organization, ++latest);
    const { storyboard, played } = show;
    listeners.notify(organization, { storyboard: storyboard.name, status: statusOf(show), played: played.length });
  };

  const place = (organization: string, show: Show): void => {
    shows.set(organization, show);
    changed(organization, show);
  };

  return {
    of: (organization: string) => shows.get(organization),
    /** Ends the show that was played before. */
    begin: (organization: string, show: Show) => {
      forget(organization);
      const [oldest] = shows.keys();
      if (shows.size >= most && oldest !== undefined) forget(oldest);
      place(organization, show);
    },
    changed,
    /** Keeps the checkpoint of a step. The oldest make room for it: those of the show, then those of the show that has most. */
    keep: (show: Show, step: PlayedStep, checkpoint: Uint8Array): void => {
      step.before = checkpoint;
      while (bytesOf(show) > CHECKPOINT_LIMITS.own && oldestIn(show) !== step) dropOldest(show);
      const all = [...shows.values()];
      while (all.reduce((sum, one) => sum + bytesOf(one), 0) > Math.min(CHECKPOINT_LIMITS.all, memory))
        dropOldest(all.reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one)));
    },
    forget,
    listen: listeners.subscribe,
    /** Shows go on at the next home of their sandbox, without their checkpoints. */
    live: {
      name: 'show',
      save: ({ uuid }) => {
        const show = shows.get(uuid);
        if (show === undefined) return undefined;
        const { file, path } = show.storyboard;
        const played = show.played.map(({ before: _before, ...step }) => step);
        return { ...show, storyboard: { file, path }, played };
      },
      load: ({ uuid }, saved) => {
        forget(uuid);
        if (saved === undefined) return;
        const { storyboard, ...rest } = saved as Show;
        const show: Show = { ...rest, storyboard: toStoryboard(storyboard.file, storyboard.path) };
        if (show.isPlaying) interrupt(show);
        place(uuid, show);
      },
      changes: ({ uuid }) => changes.get(uuid) ?? 0,
    } satisfies LiveState,
  };
};

const bytesOf = ({ played }: Show): number => played.reduce((sum, { before }) => sum + (before?.byteLength ?? 0), 0);

const oldestIn = ({ played }: Show): PlayedStep | undefined => played.find(({ before }) => before !== undefined);

const dropOldest = (show: Show): void => {
  const oldest = oldestIn(show);
  if (oldest !== undefined) oldest.before = undefined;
};
