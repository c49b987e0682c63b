import type { LiveState } from '../../engine/sandbox/live-state.ts';
import type { StoryboardFile } from '../storyboards/storyboard-file.ts';
import { type StoryboardOrigin, toStoryboard } from '../storyboards/storyboard.ts';
import { type Pace, type PlayedStep, type Show, interrupt } from './show.ts';
import type { Shows } from './shows.ts';

interface SavedShow extends Pick<Show, 'id' | 'startedAt' | 'origin' | 'saved' | 'isPlaying'> {
  readonly storyboard: {
    readonly file: StoryboardFile;
    readonly origin: StoryboardOrigin;
    readonly path?: string | undefined;
  };
  readonly played: readonly Omit<PlayedStep, 'at'>[];
  readonly pace?: Omit<Pace, 'cancel'> | undefined;
}

/** Shows, which go on at the next home of their sandbox. */
export const createLiveShows = (shows: Pick<Shows, 'of' | 'place' | 'changesOf'>): LiveState => ({
  name: 'show',
  save: ({ uuid }) => {
    const show = shows.of(uuid);
    return show && toSaved(show);
  },
  load: ({ uuid }, saved) => {
    shows.place(uuid, saved === undefined ? undefined : toShow(saved as SavedShow));
  },
  changes: ({ uuid }) => shows.changesOf(uuid),
  due: ({ uuid }) => shows.of(uuid)?.pace?.nextAt,
});

const toSaved = ({ storyboard: { file, origin, path }, played, pace, ...show }: Show): SavedShow => ({
  ...show,
  storyboard: { file, origin, path },
  played: played.map(({ at: _at, ...step }) => step),
  pace: pace && { secondsPerStep: pace.secondsPerStep, nextAt: pace.nextAt },
});

const toShow = ({ storyboard: { file, origin, path }, played, pace, ...saved }: SavedShow): Show | undefined => {
  const storyboard = toStoryboard(file, origin, path);
  const steps = played.flatMap((step, index): PlayedStep[] => {
    const at = storyboard.steps[index];
    return at === undefined ? [] : [{ ...step, before: step.before, failure: step.failure, at }];
  });
  const show: Show = { ...saved, storyboard, played: steps, pace: pace && { ...pace, cancel: undefined } };
  if (show.isPlaying) interrupt(show);
  return show;
};
