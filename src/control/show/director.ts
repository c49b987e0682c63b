import { suggest } from '../../engine/matching/nearest.ts';
import { plainProblem, problem } from '../../engine/problems/problem.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import { type LiveState, loadLiveStates, saveLiveStates } from '../../engine/sandbox/live-state.ts';
import type { Show as ShownShow } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { createKeyedTurns } from '../../kernel/turns.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { ReadyMade } from '../state/ready-made.ts';
import { type StateDocument, pack, toContents, unpack } from '../state/state-document.ts';
import type { States } from '../state/states.ts';
import { seedOf, type StoryStep, type Storyboard } from './storyboard.ts';
import { createPlayStep } from './play-step.ts';
import { type PlayedStep, type Show, type Shows, comingStep, failureOf, interrupt, toShownShow } from './shows.ts';

/**
 * Plays storyboards, one at a time in each sandbox. All calls of one sandbox run one after the other.
 */
export type Director = ReturnType<typeof createDirector>;

/** What a sandbox was like before a step of a show. */
interface Checkpoint {
  readonly state: StateDocument;
  /** What is kept of the sandbox beside its documents. */
  readonly beside: ReturnType<typeof saveLiveStates>;
  /** Position in the journal. */
  readonly journal: number;
}

const QUICKLY = 1;

interface ShowWish {
  /** Its name, or a whole one. */
  readonly storyboard: string | Storyboard;
  /** Undefined: the beginning, with nothing played. */
  readonly chapter?: number;
  /** The last one that is played; undefined: none of the chapter. */
  readonly step?: number;
}

/** Called before each step that a call plays, with the calls that the step makes; throws if they are too many. */
export type SpendCalls = (calls: number) => void | Promise<void>;

export const createDirector = (
  parts: Parameters<typeof createPlayStep>[0] & {
    /** The storyboards of files, by name. */
    readonly load: () => Promise<ReadonlyMap<string, Storyboard>>;
    readonly shows: Shows;
    readonly readyMade: ReadyMade;
    readonly states: States;
    readonly journal: Journal;
    readonly run: RunInSlices;
    /** What a step restores beside the documents of the sandbox. */
    readonly beside: readonly LiveState[];
    /** Called when the contents of a sandbox were replaced by earlier ones. */
    readonly restored: (owner: Organization) => void;
    /** Wall-clock time. */
    readonly clock: Clock;
  },
) => {
  const { load, shows, sandboxes, readyMade, states, journal, run, beside, restored, clock } = parts;
  const playStep = createPlayStep(parts);
  const inTurn = createKeyedTurns();

  /** That of a file, or else the one that is played. Throws 404 with similar names. */
  const find = async (name: string, played?: Storyboard): Promise<Storyboard> => {
    const all = await load();
    const found = all.get(name) ?? (played?.name === name ? played : undefined);
    if (found !== undefined) return found;
    throw problem('not-found', {
      detail: `Unknown storyboard "${name.slice(0, 64)}": ${toSentence(suggest(name, [...all.keys()]))} GET /__admin/show lists them all.`,
    });
  };

  const need = (owner: Organization): Show => {
    const show = shows.of(owner.uuid);
    if (show !== undefined) return show;
    throw plainProblem(409, {
      detail: 'Nothing is played in this sandbox: start a storyboard with PUT /__admin/show.',
    });
  };

  /** Resets the sandbox to the beginning of a storyboard. */
  const begin = async (
    owner: Organization,
    { storyboard, origin, startedAt }: Pick<Show, 'storyboard' | 'origin' | 'startedAt'>,
  ): Promise<Show> => {
    const { clock: frozenAt, persona } = storyboard.file;
    const seed = seedOf(storyboard);
    await sandboxes.reset(owner, { seed, frozenAt: Date.parse(frozenAt) });
    if (persona !== undefined) await readyMade.restore(owner, persona, seed);
    const show: Show = { storyboard, origin, startedAt, played: [], isPlaying: false, saved: {} };
    shows.begin(owner.uuid, show);
    return show;
  };

  /** What it awaits may let others work on the sandbox, but while a step is played, no one else moves the show. */
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
    const { content } = await states.export(owner, (state): Checkpoint => ({
      state,
      beside: saveLiveStates(beside, owner),
      journal: journal.position(owner.uuid),
    }));
    const checkpoint = await pack(content.body, QUICKLY);
    const played: PlayedStep = { savedBefore: show.saved, calls: [], proof: [], look: null, failure: undefined };
    show.played.push(played);
    show.isPlaying = true;
    const isStill = (): boolean => shows.of(owner.uuid) === show && show.isPlaying;
    const changed = (): void => {
      if (!isStill())
        throw plainProblem(409, {
          detail:
            'The show ended while a step was played: the sandbox was reset, replaced or dropped, or another show began.',
        });
      shows.changed(owner.uuid, show);
    };
    changed();
    shows.keep(show, played, checkpoint);
    try {
      const saved = await playStep(owner, show, { at, played }, changed);
      changed();
      show.saved = saved;
    } catch (error) {
      if (!isStill()) throw error;
      if (!(error instanceof Problem)) {
        interrupt(show);
        throw error;
      }
      played.failure = error.members.detail;
    } finally {
      if (shows.of(owner.uuid) === show) {
        show.isPlaying = false;
        shows.changed(owner.uuid, show);
      }
    }
  };

  const playUpTo = async (owner: Organization, show: Show, count: number, spend?: SpendCalls): Promise<Show> => {
    while (show.played.length < count && failureOf(show) === undefined) await playNext(owner, show, spend);
    return show;
  };

  /** Restores what was before a step that was played; nothing if it was not. Returns the show, which may be another one. */
  const restoreBefore = async (owner: Organization, show: Show, index: number, spend?: SpendCalls): Promise<Show> => {
    const step = show.played[index];
    if (step === undefined) return show;
    // Without its checkpoint, plays all steps before it from the beginning.
    if (step.before === undefined) return playUpTo(owner, await begin(owner, show), index, spend);
    // The server has written it itself, for this sandbox: there is nothing to validate.
    const checkpoint = await unpack<Checkpoint>(step.before, run);
    await sandboxes.replace(owner, await run(toContents(checkpoint.state)), () => {
      journal.undoSince(owner.uuid, checkpoint.journal);
      loadLiveStates(beside, owner, checkpoint.beside);
    });
    restored(owner);
    show.played.splice(index);
    show.saved = step.savedBefore;
    shows.changed(owner.uuid, show);
    return show;
  };

  return {
    /** All that can be played by name, or the one of this name. */
    storyboards: async (name?: string): Promise<readonly Storyboard[]> =>
      name === undefined ? [...(await load()).values()] : [await find(name)],
    /** Null if nothing is played. */
    show: (owner: Organization): ShownShow | null => {
      const show = shows.of(owner.uuid);
      return show === undefined ? null : toShownShow(show);
    },
    /** Begins a storyboard anew; with a place, goes there in the show that plays it, if there is one. */
    play: (owner: Organization, { storyboard: wanted, ...place }: ShowWish, origin: string, spend?: SpendCalls) =>
      inTurn(owner.uuid, async () => {
        const current = shows.of(owner.uuid);
        if (current?.storyboard.name === wanted && place.chapter !== undefined) {
          const count = stepsUpTo(current.storyboard, place);
          const here = failureOf(current) === undefined ? count : Math.min(count, current.played.length - 1);
          const show = await restoreBefore(owner, current, here, spend);
          return toShownShow(await playUpTo(owner, show, count, spend));
        }
        const storyboard = typeof wanted === 'string' ? await find(wanted, current?.storyboard) : wanted;
        const count = stepsUpTo(storyboard, place);
        const show = await begin(owner, { storyboard, origin, startedAt: clock.now() });
        return toShownShow(await playUpTo(owner, show, count, spend));
      }),
    next: (owner: Organization, spend?: SpendCalls) =>
      inTurn(owner.uuid, async () => {
        const show = need(owner);
        await playNext(owner, show, spend);
        return toShownShow(show);
      }),
    back: (owner: Organization, spend?: SpendCalls) =>
      inTurn(owner.uuid, async () => {
        const show = need(owner);
        if (show.played.length === 0)
          throw plainProblem(409, { detail: 'The show is at its beginning: no step was played.' });
        return toShownShow(await restoreBefore(owner, show, show.played.length - 1, spend));
      }),
    stop: (owner: Organization) =>
      inTurn(owner.uuid, () => {
        shows.forget(owner.uuid);
        return Promise.resolve();
      }),
  };
};

/** A proof about an answer of the step makes no call of its own. */
const callsOf = ({ file: { actions, proof = [] } }: StoryStep): number =>
  actions.length + proof.filter(({ answer }) => answer === undefined).length;

/** How many steps are played when the show is at this place. */
const stepsUpTo = ({ steps, file }: Storyboard, { chapter, step }: Omit<ShowWish, 'storyboard'>): number => {
  if (chapter === undefined) return 0;
  const index = steps.findIndex((one) => one.chapter === chapter && one.step === (step ?? 1));
  if (index >= 0) return step === undefined ? index : index + 1;
  const chapters = file.chapters.length;
  throw plainProblem(409, {
    detail:
      chapter > chapters
        ? `The storyboard has no chapter ${chapter}: it has ${chapters}.`
        : `Chapter ${chapter} has no step ${String(step)}: it has ${String(file.chapters[chapter - 1]?.steps.length)}.`,
  });
};
