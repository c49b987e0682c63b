import { plainProblem } from '../../engine/problems/problem.ts';
import type { Replica } from '../../engine/sandbox/replica.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Personas } from '../personas/personas.ts';
import { type StoryStep, seedOf } from '../storyboards/storyboard.ts';
import type { PlayStep } from './play-step.ts';
import type { RestorePoints } from './restore-points.ts';
import { type PlayedStep, type Show, comingStep, failureOf, interrupt, stopPace } from './show.ts';
import type { Shows } from './shows.ts';

/** Moves a show. What it awaits may let others work on the sandbox, but while a step is played, no one else moves the show. */
export interface ShowPlayer {
  /** Resets the sandbox to the beginning of a storyboard. */
  readonly begin: (owner: Organization, of: ShowBeginning) => Promise<Show>;
  readonly playNext: (owner: Organization, show: Show, spend?: SpendCalls) => Promise<void>;
  /** Restores what was before a step that was played; nothing if it was not. Returns the show, which may be another one. */
  readonly restoreBefore: (owner: Organization, show: Show, index: number, spend?: SpendCalls) => Promise<Show>;
}

type ShowBeginning = Pick<Show, 'storyboard' | 'origin' | 'startedAt'>;

/** Called before each step that a call plays, with the calls that the step makes; throws if they are too many. */
export type SpendCalls = (calls: number) => void | Promise<void>;

export interface ShowPlayerParts {
  readonly shows: Shows;
  readonly sandboxes: Pick<Sandboxes, 'reset'>;
  readonly personas: Pick<Personas, 'fill'>;
  readonly points: RestorePoints;
  readonly playStep: PlayStep;
  /** Clears all that the organization has outside its sandbox. */
  readonly forget: (owner: Organization) => void;
  /** Called when the contents of a sandbox were replaced by earlier ones. */
  readonly restored: (owner: Organization) => void;
  readonly replica: Pick<Replica, 'id'>;
}

export const createShowPlayer = (parts: ShowPlayerParts): ShowPlayer => {
  const { shows, sandboxes, personas, points, playStep, forget, restored, replica } = parts;
  let begun = 0;

  const begin: ShowPlayer['begin'] = async (owner, beginning) => {
    const { storyboard } = beginning;
    const { clock: frozenAt, persona } = storyboard.file;
    const seed = seedOf(storyboard);
    await sandboxes.reset(owner, { seed, frozenAt: Date.parse(frozenAt) });
    if (persona !== undefined) await personas.fill(owner, persona, seed);
    forget(owner);
    const id = `${replica.id.slice(0, 8)}-${String(++begun)}`;
    const show: Show = { id, ...beginning, played: [], isPlaying: false, saved: {}, pace: undefined };
    shows.begin(owner.uuid, show);
    return show;
  };

  const playNext: ShowPlayer['playNext'] = async (owner, show, spend) => {
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
      ...{ at, before: undefined, savedBefore: show.saved, calls: [], proof: [], look: null, failure: undefined },
    };
    const index = show.played.length;
    show.played.push(played);
    show.isPlaying = true;
    shows.changed(owner.uuid, show);
    const isStill = (): boolean => shows.of(owner.uuid) === show && show.isPlaying && show.played.at(-1) === played;
    const changed = (): void => {
      if (!isStill()) throw ended();
      shows.changed(owner.uuid, show);
    };
    let hasBegun = false;
    try {
      played.before = await points.take(owner, `${show.id}-${String(index)}`);
      points.makeRoom(owner, show);
      changed();
      hasBegun = true;
      const saved = await playStep(owner, show, played, changed);
      if (!isStill()) throw ended();
      show.saved = saved;
    } catch (error) {
      if (!isStill()) throw error;
      if (!hasBegun) show.played.pop();
      else if (error instanceof Problem) played.failure = error.members.detail;
      else interrupt(show);
      if (!hasBegun || !(error instanceof Problem)) throw error;
    } finally {
      if (shows.of(owner.uuid) === show) {
        show.isPlaying = false;
        if (played.failure !== undefined) stopPace(show);
        shows.changed(owner.uuid, show);
      }
    }
  };

  const restoreBefore: ShowPlayer['restoreBefore'] = async (owner, show, index, spend) => {
    const step = show.played[index];
    if (step === undefined) return show;
    stopPace(show);
    const contents = step.before && (await points.read(owner, step.before));
    if (shows.of(owner.uuid) !== show || show.played[index] !== step || show.isPlaying)
      throw plainProblem(409, {
        detail: 'The show was moved by another call meanwhile: see where it is (GET /__admin/show), then try again.',
      });
    if (contents === undefined) return replay(owner, show, index, spend);
    await points.restore(owner, contents);
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
    const show = await begin(owner, { storyboard, origin, startedAt });
    while (show.played.length < index && failureOf(show) === undefined) await playNext(owner, show, spend);
    return show;
  };

  return { begin, playNext, restoreBefore };
};

/** A proof about an answer of the step makes no call of its own. */
const callsOf = ({ file: { actions, proof = [] } }: StoryStep): number =>
  actions.length + proof.filter(({ answer }) => answer === undefined).length;

const ended = (): Error =>
  plainProblem(409, {
    detail:
      'The show ended while a step was played: the sandbox was reset, replaced or dropped, or another show began.',
  });
