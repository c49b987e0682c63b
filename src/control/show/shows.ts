import type { LiveState } from '../../engine/sandbox/live-state.ts';
import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import { toStoryboard, type Storyboard } from './storyboard.ts';
import { type PlayedStep, type Show, interrupt, statusOf } from './show.ts';
import type { StreamedShow } from '../../generated/control-schemas.ts';

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
        return show && toSaved(show);
      },
      load: ({ uuid }, saved) => {
        forget(uuid);
        if (saved !== undefined) place(uuid, fromSaved(saved as SavedShow));
      },
      changes: ({ uuid }) => changes.get(uuid) ?? 0,
    } satisfies LiveState,
  };
};

export interface SavedShow extends Omit<Show, 'storyboard' | 'played'> {
  readonly storyboard: Pick<Storyboard, 'file' | 'path'>;
  readonly played: readonly Omit<PlayedStep, 'at' | 'before'>[];
}

const bytesOf = ({ played }: Show): number => played.reduce((sum, { before }) => sum + (before?.byteLength ?? 0), 0);

const oldestIn = ({ played }: Show): PlayedStep | undefined => played.find(({ before }) => before !== undefined);

const dropOldest = (show: Show): void => {
  const oldest = oldestIn(show);
  if (oldest !== undefined) oldest.before = undefined;
};

const toSaved = ({ storyboard: { file, path }, played, ...show }: Show): SavedShow => ({
  ...show,
  storyboard: { file, path },
  played: played.map(({ at: _at, before: _before, ...step }) => step),
});

const fromSaved = ({ storyboard: { file, path }, played, ...saved }: SavedShow): Show => {
  const storyboard = toStoryboard(file, path);
  const steps = played.flatMap((step, index): PlayedStep[] => {
    const at = storyboard.steps[index];
    return at === undefined ? [] : [{ ...step, before: undefined, failure: step.failure, at }];
  });
  const show: Show = { ...saved, storyboard, played: steps };
  if (show.isPlaying) interrupt(show);
  return show;
};
