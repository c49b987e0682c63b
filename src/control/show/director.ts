import { plainProblem } from '../../engine/problems/problem.ts';
import type { Organization } from '../../identity/organization.ts';
import type { StoryboardRepository } from '../storyboards/storyboard-repository.ts';
import type { Storyboard } from '../storyboards/storyboard.ts';
import { type ShowPlayerParts, type SpendCalls, createShowPlayer } from './play-show.ts';
import { type SelfPlayingParts, createSelfPlaying } from './self-playing.ts';
import { type Show, failureOf, stopPace } from './show.ts';
import { type ShownShow, toShownShow } from './shown-show.ts';

export type { SpendCalls } from './play-show.ts';

/**
 * Plays storyboards, one at a time in each sandbox. All calls of one sandbox run one after the other.
 */
export interface Director {
  /** Null if nothing is played. */
  readonly show: (owner: Organization) => ShownShow | null;
  readonly start: (owner: Organization, name: string, origin: string) => Promise<ShownShow>;
  readonly next: (owner: Organization, spend?: SpendCalls) => Promise<ShownShow>;
  readonly back: (owner: Organization, spend?: SpendCalls) => Promise<ShownShow>;
  readonly jump: (
    owner: Organization,
    to: { readonly chapter: number; readonly step?: number },
    spend?: SpendCalls,
  ) => Promise<ShownShow>;
  /** Null stops playing by itself. */
  readonly pace: (owner: Organization, secondsPerStep: number | null) => Promise<ShownShow>;
  readonly stop: (owner: Organization) => Promise<void>;
  /** Goes on with a show that has come from another process, if it plays by itself. */
  readonly resume: (owner: Organization) => Promise<void>;
}

interface DirectorParts extends ShowPlayerParts, Omit<SelfPlayingParts, 'playNext' | 'inTurn'> {
  readonly storyboards: Pick<StoryboardRepository, 'need'>;
}

export const createDirector = (parts: DirectorParts): Director => {
  const { storyboards, shows, points, clock } = parts;
  const turns = new Map<string, Promise<unknown>>();

  const inTurn = <T>({ uuid }: Organization, work: () => Promise<T>): Promise<T> => {
    const former = turns.get(uuid);
    const result = former === undefined ? work() : former.then(work, work);
    const settled: Promise<unknown> = result
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(uuid) === settled) turns.delete(uuid);
      });
    turns.set(uuid, settled);
    return result;
  };

  const { begin, playNext, restoreBefore } = createShowPlayer(parts);
  const { goOn, resume } = createSelfPlaying({ ...parts, playNext, inTurn });

  const need = (owner: Organization): Show => {
    const show = shows.of(owner.uuid);
    if (show !== undefined) return show;
    throw plainProblem(409, {
      detail: 'Nothing is played in this sandbox: start a storyboard with PUT /__admin/show.',
    });
  };

  return {
    show: (owner) => {
      const show = shows.of(owner.uuid);
      return show === undefined ? null : toShownShow(show);
    },
    start: (owner, name, origin) =>
      inTurn(owner, async () => {
        const storyboard = await storyboards.need(owner.sandbox, name);
        await points.clear(owner);
        return toShownShow(await begin(owner, { storyboard, origin, startedAt: clock.now() }));
      }),
    next: (owner, spend) =>
      inTurn(owner, async () => {
        const show = need(owner);
        await playNext(owner, show, spend);
        if (show.pace !== undefined) goOn(owner, show, show.pace.secondsPerStep);
        return toShownShow(show);
      }),
    back: (owner, spend) =>
      inTurn(owner, async () => {
        const show = need(owner);
        if (show.played.length === 0)
          throw plainProblem(409, { detail: 'The show is at its beginning: no step was played.' });
        return toShownShow(await restoreBefore(owner, show, show.played.length - 1, spend));
      }),
    jump: (owner, to, spend) =>
      inTurn(owner, async () => {
        const show = need(owner);
        const count = stepsUpTo(show.storyboard, to);
        const here = await restoreBefore(
          owner,
          show,
          failureOf(show) === undefined ? count : Math.min(count, show.played.length - 1),
          spend,
        );
        stopPace(here);
        while (here.played.length < count && failureOf(here) === undefined) await playNext(owner, here, spend);
        return toShownShow(here);
      }),
    pace: (owner, secondsPerStep) =>
      inTurn(owner, async () => {
        const show = need(owner);
        goOn(owner, show, secondsPerStep);
        shows.changed(owner.uuid, show);
        return Promise.resolve(toShownShow(show));
      }),
    stop: (owner) =>
      inTurn(owner, async () => {
        shows.forget(owner.uuid);
        await points.clear(owner);
      }),
    resume,
  };
};

/** How many steps are played when the show is at this place. */
const stepsUpTo = (
  { steps, file }: Storyboard,
  { chapter, step }: { readonly chapter: number; readonly step?: number },
): number => {
  const index = steps.findIndex((one) => one.chapter === chapter && one.step === (step ?? 1));
  if (index >= 0) return step === undefined ? index : index + 1;
  const chapters = file.chapters.length;
  throw plainProblem(409, {
    detail:
      chapter > chapters
        ? `The storyboard has no chapter ${String(chapter)}: it has ${String(chapters)}.`
        : `Chapter ${String(chapter)} has no step ${String(step)}: it has ${String(file.chapters[chapter - 1]?.steps.length)}.`,
  });
};
