import type { Contract } from '../../engine/contract/contract.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import { type Json, stringifyJson } from '../../kernel/json.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { Capsules } from '../capsule/make-capsule.ts';
import { checkStoryboard } from '../storyboards/check-storyboard.ts';
import {
  type ActionFile,
  type CalledApi,
  LARGEST_STORYBOARD,
  MOST_STORY_STEPS,
  type StoryStepFile,
  type StoryboardFile,
  calledBy,
} from '../storyboards/storyboard-file.ts';
import type { StoryboardWords } from '../storyboards/storyboard-words.ts';
import { type RecordedAction, createToAction, idsIn } from './recorded-calls.ts';

interface RecordWish {
  readonly name: string;
  readonly title: string;
  /** The newest calls only, so many. */
  readonly last?: number | undefined;
}

interface RecordedStory {
  readonly file: StoryboardFile;
  /** What was left out, and why. */
  readonly remarks: readonly string[];
}

/** Makes a storyboard of what was done in a sandbox since its last reset. Throws 409 if that is nothing. */
export type RecordStoryboard = (owner: Organization, sandbox: Sandbox, wish: RecordWish) => Promise<RecordedStory>;

interface RecordStoryboardParts {
  readonly contracts: Readonly<Record<CalledApi, Contract>>;
  readonly words: () => StoryboardWords;
  readonly callsOf: Capsules['callsOf'];
  readonly pauses: () => Pause;
}

export const createRecordStoryboard = ({
  contracts,
  words,
  callsOf,
  pauses,
}: RecordStoryboardParts): RecordStoryboard => {
  const toAction = createToAction(contracts);
  return async (owner, sandbox, { name, title, last = MOST_STORY_STEPS }) => {
    const remarks = new Set<string>();
    const recorded: RecordedAction[] = [];
    const { calls, seed } = await callsOf(owner, sandbox);
    const pause = pauses();
    for (const call of calls) {
      const made = toAction(call);
      if ('omitted' in made) remarks.add(made.omitted);
      else recorded.push(made);
      await pause();
    }
    if (recorded.length > last)
      remarks.add(
        `The first ${String(recorded.length - last)} calls: a storyboard of the last ${String(last)} was made.`,
      );
    const newest = recorded.slice(-last);
    const kept = newest.slice(-fitting(newest));
    if (kept.length < newest.length)
      remarks.add(
        `${String(newest.length - kept.length)} calls with large bodies, and those before them: a storyboard may have ${String(LARGEST_STORYBOARD)} bytes.`,
      );
    const [first] = kept;
    if (first === undefined)
      throw plainProblem(409, {
        detail:
          'Nothing was done in this sandbox since its last reset: make some calls, or send some from the console, then record.',
      });
    const file: StoryboardFile = {
      storyboard: name,
      title,
      clock: toIsoDateTime(first.at),
      seed,
      chapters: [{ title: 'Recorded', steps: toSteps(kept, owner) }],
    };
    return { file: await withOffContract(file, words(), pause), remarks: [...remarks].slice(0, MOST_REMARKS) };
  };
};

const MOST_REMARKS = 20;

/** The rest is for titles, and for what names the ids. */
const FOR_ACTIONS = 0.75 * LARGEST_STORYBOARD;

/** How many of the newest actions fit into a storyboard: one at least, as it may be shortened by hand. */
const fitting = (actions: readonly RecordedAction[]): number => {
  let left = FOR_ACTIONS;
  const first = actions.findLastIndex(({ action }) => (left -= stringifyJson(action).length) < 0);
  return Math.max(actions.length - 1 - first, 1);
};

/** Shorter pauses between two calls are those of a hand or a network. */
const SHORTEST_PAUSE = 1000;

const toSteps = (recorded: readonly RecordedAction[], owner: Organization): readonly StoryStepFile[] => {
  const names = new Map<string, string>();
  const [seller] = owner.sellers;
  if (seller !== undefined) names.set(seller.uuid, '{{seller.uuid}}');
  const texts = recorded.map(({ action }) => stringifyJson(action));
  let before = recorded[0]?.at ?? 0;
  return recorded.map(({ action, at, answer }, index) => {
    const pause = at - before;
    before = at;
    const named = replaceIds(action, names);
    const save = idsToSave(answer, texts.slice(index + 1), names);
    const { id } = calledBy(action);
    const title = toTitle(id);
    return {
      title,
      sentence: `${title}${action.status === undefined ? '' : `: the answer is ${String(action.status)}`}.`,
      look: 'traffic',
      actions: [
        ...(pause >= SHORTEST_PAUSE
          ? [{ title: 'Time passes', control: 'advanceClock', body: { by: toIsoDuration(pause) } }]
          : []),
        { ...named, ...(Object.keys(save).length === 0 ? {} : { save }) },
      ],
    };
  });
};

/** The ids of an answer that later calls use; each gets a name. */
const idsToSave = (
  answer: Json | undefined,
  later: readonly string[],
  names: Map<string, string>,
): Record<string, string> => {
  const save: Record<string, string> = {};
  for (const [pointer, id] of idsIn(answer)) {
    if (names.has(id) || Object.keys(save).length >= MOST_SAVED) continue;
    if (!later.some((text) => text.includes(id))) continue;
    const name = `${pointer.slice(1).replaceAll(/[^A-Za-z0-9]/g, '')}-${String(names.size)}`;
    names.set(id, `{{saved.${name}}}`);
    save[name] = pointer;
  }
  return save;
};

const MOST_SAVED = 10;

/** Characters; most texts are shorter. */
const SHORTEST_ID = 23;

const replaceIds = (action: ActionFile, names: ReadonlyMap<string, string>): ActionFile => {
  const { params, headers, body, upload } = action;
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string' && value.length >= SHORTEST_ID) {
      let text = value;
      for (const [id, placeholder] of names) text = text.replaceAll(id, placeholder);
      return text;
    }
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member)]));
  };
  return { ...action, ...(replaced({ params, headers, body, upload }) as ActionFile) };
};

/** `createOrder` as `Create order`. */
const toTitle = (id: string): string => {
  const words = id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 60);
};

/** A call that the description does not allow was refused when it was recorded, and is meant to be so. */
const withOffContract = async (file: StoryboardFile, words: StoryboardWords, pause: Pause): Promise<StoryboardFile> => {
  const wrong = new Set((await checkStoryboard(file, words, pause)).map(({ path }) => path.slice(0, 6).join('/')));
  return {
    ...file,
    chapters: file.chapters.map((chapter, chapterIndex) => ({
      ...chapter,
      steps: chapter.steps.map((step, index) => ({
        ...step,
        actions: step.actions.map((action, number) => {
          const place = ['chapters', chapterIndex, 'steps', index, 'actions', number].join('/');
          return withoutNothing(wrong.has(place) ? { ...action, offContract: true } : action);
        }),
      })),
    })),
  };
};

/** Members that are undefined would be written as null. */
const withoutNothing = (action: ActionFile): ActionFile =>
  Object.fromEntries(Object.entries(action).filter(([, value]) => value !== undefined));
