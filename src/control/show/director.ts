import { plainProblem } from '../../engine/problems/problem.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { After } from '../../kernel/timers.ts';
import type { Personas } from '../personas/personas.ts';
import type { StoryboardRepository } from '../storyboards/storyboard-repository.ts';
import { type StoryStep, type Storyboard, seedOf } from '../storyboards/storyboard.ts';
import type { PlayStep } from './play-step.ts';
import type { RestorePoints } from './restore-points.ts';
import { type PlayedStep, type Show, comingStep, failureOf } from './show.ts';
import { type ShownShow, toShownShow } from './shown-show.ts';
import type { Shows } from './shows.ts';

/** Plays storyboards, one at a time in each sandbox. All calls of one sandbox run one after the other. */
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
}

/** Called before each step that a call plays, with the calls that the step makes; throws if they are too many. */
export type SpendCalls = (calls: number) => void | Promise<void>;

export interface DirectorParts {
  readonly storyboards: Pick<StoryboardRepository, 'need'>;
  readonly shows: Shows;
  readonly sandboxes: Pick<Sandboxes, 'reset' | 'waitOutside'>;
  readonly personas: Pick<Personas, 'fill'>;
  readonly points: RestorePoints;
  readonly playStep: PlayStep;
  /** Clears all that the organization has outside its sandbox. */
  readonly forget: (owner: Organization) => void;
  /** Called when the contents of a sandbox were replaced by earlier ones. */
  readonly restored: (owner: Organization) => void;
  /** Wall-clock time. */
  readonly clock: Clock;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
}

export const createDirector = (parts: DirectorParts): Director => {
  const { storyboards, shows, sandboxes, personas, points, playStep, forget, restored, clock, after, observer } = parts;
  const turns = new Map<string, Promise<unknown>>();

  const inTurn = <T>({ uuid }: Organization, work: () => Promise<T>): Promise<T> => {
    const former = turns.get(uuid);
    const result = former === undefined ? work() : sandboxes.waitOutside(() => former).then(work, work);
    const settled: Promise<unknown> = result
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(uuid) === settled) turns.delete(uuid);
      });
    turns.set(uuid, settled);
    return result;
  };

  const need = ({ uuid }: Organization): Show => {
    const show = shows.of(uuid);
    if (show !== undefined) return show;
    throw plainProblem(409, {
      detail: 'Nothing is played in this sandbox: start a storyboard with PUT /__admin/show.',
    });
  };

  const begin = async (owner: Organization, storyboard: Storyboard): Promise<void> => {
    const { clock: frozenAt, persona } = storyboard.file;
    const seed = seedOf(storyboard);
    await sandboxes.reset(owner, { seed, frozenAt: Date.parse(frozenAt) });
    if (persona !== undefined) await personas.fill(owner, persona, seed);
    forget(owner);
  };

  const playNext = async (owner: Organization, show: Show, spend?: SpendCalls): Promise<void> => {
    if (failureOf(show) !== undefined)
      throw plainProblem(409, {
        detail: 'The last step failed: go back (POST /__admin/show/back), which restores what was before it.',
      });
    const at = comingStep(show);
    if (at === undefined)
      throw plainProblem(409, {
        detail: 'The last step is played: go back (POST /__admin/show/back), or start again with PUT /__admin/show.',
      });
    await spend?.(callsOf(at));
    const played: PlayedStep = {
      at,
      before: await points.take(owner),
      savedBefore: show.saved,
      calls: [],
      proof: [],
      look: null,
      failure: undefined,
    };
    show.played.push(played);
    points.makeRoom(show);
    show.isPlaying = true;
    const changed = (): void => {
      if (shows.of(owner.uuid) !== show) throw ended();
      shows.changed(owner.uuid, show);
    };
    changed();
    try {
      show.saved = await playStep(owner, show, played, changed);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      played.failure = error.members.detail;
    } finally {
      show.isPlaying = false;
      if (played.failure !== undefined) stopPace(show);
      shows.changed(owner.uuid, show);
    }
  };

  /** Restores what was before a step that was played. */
  const restoreBefore = async (
    owner: Organization,
    show: Show,
    index: number,
    spend: SpendCalls | undefined,
  ): Promise<Show> => {
    const step = show.played[index];
    if (step === undefined) return show;
    stopPace(show);
    if (step.before === undefined) return replay(owner, show, index, spend);
    await points.restore(owner, step.before);
    restored(owner);
    show.played.splice(index);
    show.saved = step.savedBefore;
    shows.changed(owner.uuid, show);
    return show;
  };

  /** The restore point was dropped: plays all steps before it from the beginning. */
  const replay = async (
    owner: Organization,
    { storyboard, origin, startedAt }: Show,
    index: number,
    spend: SpendCalls | undefined,
  ): Promise<Show> => {
    await begin(owner, storyboard);
    const show = newShow(storyboard, origin, startedAt);
    shows.begin(owner.uuid, show);
    while (show.played.length < index && failureOf(show) === undefined) await playNext(owner, show, spend);
    return show;
  };

  const stopPace = (show: Show): void => {
    show.pace?.cancel();
    show.pace = undefined;
  };

  const schedule = (owner: Organization, show: Show, secondsPerStep: number): void => {
    const delay = secondsPerStep * 1000;
    const { cancel } = after(delay, () => {
      void inTurn(owner, () => playByItself(owner, show, secondsPerStep)).catch((error: unknown) => {
        stopPace(show);
        if (!(error instanceof Problem)) observer.failed(error, '');
      });
    });
    show.pace = { secondsPerStep, nextAt: clock.now() + delay, cancel };
  };

  /** Plays the next step after the pace; null, a failure and the end stop playing by itself. */
  const goOn = (owner: Organization, show: Show, secondsPerStep: number | null): void => {
    stopPace(show);
    if (secondsPerStep !== null && comingStep(show) !== undefined && failureOf(show) === undefined)
      schedule(owner, show, secondsPerStep);
  };

  const playByItself = async (owner: Organization, show: Show, secondsPerStep: number): Promise<void> => {
    // It may have been stopped, or moved by hand, while this waited for its turn.
    if (shows.of(owner.uuid) !== show || show.pace === undefined) return;
    await playNext(owner, show);
    goOn(owner, show, secondsPerStep);
    shows.changed(owner.uuid, show);
  };

  return {
    show: ({ uuid }) => {
      const show = shows.of(uuid);
      return show === undefined ? null : toShownShow(show);
    },
    start: (owner, name, origin) =>
      inTurn(owner, async () => {
        const storyboard = await storyboards.need(owner.sandbox, name);
        await begin(owner, storyboard);
        const show = newShow(storyboard, origin, clock.now());
        shows.begin(owner.uuid, show);
        return toShownShow(show);
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
      inTurn(owner, () => {
        const show = need(owner);
        goOn(owner, show, secondsPerStep);
        shows.changed(owner.uuid, show);
        return Promise.resolve(toShownShow(show));
      }),
    stop: (owner) =>
      inTurn(owner, () => {
        shows.forget(owner.uuid);
        return Promise.resolve();
      }),
  };
};

const newShow = (storyboard: Storyboard, origin: string, startedAt: number): Show => ({
  storyboard,
  startedAt,
  origin,
  played: [],
  isPlaying: false,
  saved: {},
  pace: undefined,
});

/** A proof about an answer of the step makes no call of its own. */
const callsOf = ({ file: { actions, proof = [] } }: StoryStep): number =>
  actions.length + proof.filter(({ answer }) => answer === undefined).length;

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

const ended = (): Error =>
  plainProblem(409, { detail: 'The show ended while a step was played: the sandbox was reset, replaced or dropped.' });
