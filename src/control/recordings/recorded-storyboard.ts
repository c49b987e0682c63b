import { checkStoryboard } from '../show/check-storyboard.ts';
import type { CapsuleCall, CapsuleControl, CapsuleRequest } from '../../engine/capsule/capsule.ts';
import { compiledDescription, findCalled } from '../../engine/compiled-description.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import { type Json, stringifyJson } from '../../kernel/json.ts';
import type { Pause, Steps } from '../../kernel/time-slices.ts';
import {
  LARGEST_STORYBOARD,
  MOST_STORY_STEPS,
  calledBy,
  type StoryboardWords,
  namesSandbox,
  roleOf,
} from '../show/storyboard.ts';
import type { ActionFile, StepFile, StoryboardFile } from '../../generated/storyboard-file.ts';
import { toClockMoves } from './clock-moves.ts';
import { KEPT_HEADERS, jsonIn, withSavedIds } from './saved-ids.ts';

const MOST_REMARKS = 20;

/** Recorded calls as a storyboard, and what was left out of it, and why. Throws 409 if nothing is left. */
export const toRecordedStoryboard = async (
  calls: readonly CapsuleCall[],
  {
    owner,
    sandbox,
    seed,
    words,
    pause,
  }: {
    readonly owner: Organization;
    readonly sandbox: Sandbox;
    readonly seed: string;
    readonly words: StoryboardWords;
    readonly pause: Pause;
  },
) => {
  const remarks = new Set<string>();
  const recorded: RecordedAction[] = [];
  const { service, control } = words;
  for (const call of calls) {
    const made = call.kind === 'request' ? fromRequest(call, service.contract) : fromControl(call, control.contract);
    if (typeof made === 'string') remarks.add(made);
    else recorded.push(made);
    await pause();
  }
  if (recorded.length > MOST_STORY_STEPS)
    remarks.add(
      `The first ${recorded.length - MOST_STORY_STEPS} calls: a storyboard has ${MOST_STORY_STEPS} steps at most.`,
    );
  const newest = recorded.slice(-MOST_STORY_STEPS);
  const kept = newest.slice(-fitting(newest));
  if (kept.length < newest.length)
    remarks.add(
      `${newest.length - kept.length} calls with large bodies, and those before them: a storyboard may have ${LARGEST_STORYBOARD} bytes.`,
    );
  const [first] = kept;
  if (first === undefined)
    throw plainProblem(409, {
      detail:
        'Nothing was done in this sandbox since its last reset: make some calls, or send some from the console, then record.',
    });
  const toFile = async (wrong: ReadonlySet<unknown>): Promise<StoryboardFile> => ({
    storyboard: 'recorded',
    title: 'What was done',
    clock: toIsoDateTime(first.at),
    seed,
    chapters: [{ title: 'Recorded', steps: await sandbox.inSlices(toSteps(kept, owner, wrong)) }],
  });
  const faults = await checkStoryboard(await toFile(new Set()), words, pause);
  // A call that the description does not allow was refused when it was recorded, and is meant to be so.
  const file = await toFile(new Set(faults.map(({ path: [_chapters, _chapter, _steps, step] }) => step)));
  return { file, remarks: [...remarks].slice(0, MOST_REMARKS) };
};

/** A recorded call as an action, with what its answer was. */
interface RecordedAction {
  readonly request: ActionFile;
  readonly operationId: string;
  /** On the clock of the sandbox. */
  readonly at: number;
  /** The JSON of the answer; undefined if there was none. */
  readonly answer: Json | undefined;
}

/** As an action, or why it cannot be one. */
const fromRequest = (call: CapsuleRequest, contract: Contract): RecordedAction | string => {
  const { method, path, query, skipped, client, headers, body, parts, answer, at } = call;
  const name = `${method} ${path}`;
  const match = findCalled(contract, call);
  if (match === undefined) return `${name} is not a call of the API.`;
  if (skipped !== null || client === null) return `${name} was sent without a client’s token.`;
  const fields =
    parts &&
    Object.fromEntries(parts.flatMap(({ name: field, value = null }) => (value === null ? [] : [[field, value]])));
  const sent = fields === undefined ? jsonIn(body?.text) : undefined;
  if (body !== null && fields === undefined && sent === undefined)
    return `${name} had a body that is not kept as a whole, or no JSON.`;
  if (fields !== undefined && fields['type'] === undefined) return `${name} was an upload without a type.`;
  const { id: operationId } = match.operation;
  const request: ActionFile = {
    call: operationId,
    ...optional('params', { ...match.pathParameters, ...Object.fromEntries(new URLSearchParams(query)) }),
    ...optional('headers', Object.fromEntries(headers.filter(([header]) => KEPT_HEADERS.has(header.toLowerCase())))),
    ...defined({ body: sent, upload: fields }),
    status: answer.status,
  };
  return { request, operationId, at, answer: jsonIn(answer.body?.text) };
};

const fromControl = ({ method, at, body, ...call }: CapsuleControl, contract: Contract): RecordedAction | string => {
  const [path = '', query = ''] = call.path.split('?');
  const name = `${method} /__admin${path}`;
  const match = compiledDescription(contract).router.find(method, path);
  const role = match && roleOf(contract, match.operation);
  if (match === undefined || role === undefined || role === 'proof')
    return `${name} cannot be an action of a storyboard.`;
  const sent = jsonIn(body ?? undefined);
  if (body !== null && sent === undefined) return `${name} had a body that is no JSON.`;
  const { sandbox: _sandbox, ...inQuery } = Object.fromEntries(new URLSearchParams(query));
  const { id: operationId } = match.operation;
  const request: ActionFile = {
    control: operationId,
    ...optional('params', { ...(namesSandbox(match.operation) ? {} : match.pathParameters), ...inQuery }),
    ...defined({ body: sent }),
  };
  return { request, operationId, at, answer: undefined };
};

const optional = <Name extends string>(name: Name, members: Readonly<Record<string, string>>) =>
  (Object.keys(members).length === 0 ? {} : { [name]: members }) as Partial<Record<Name, Record<string, string>>>;

/** The rest is for titles, and for what names the ids. */
const FOR_ACTIONS = 0.75 * LARGEST_STORYBOARD;

/** How many of the newest actions fit into a storyboard: one at least, as it may be shortened by hand. */
const fitting = (actions: readonly RecordedAction[]): number => {
  let left = FOR_ACTIONS;
  const first = actions.findLastIndex(({ request }) => (left -= stringifyJson(request).length) < 0);
  return Math.max(actions.length - 1 - first, 1);
};

function* toSteps(
  recorded: readonly RecordedAction[],
  owner: Organization,
  wrong: ReadonlySet<unknown>,
): Steps<readonly StepFile[]> {
  const known = new Map(owner.sellers.slice(0, 1).map(({ uuid }) => [uuid, '{{seller.uuid}}']));
  const { moves } = toClockMoves(recorded.map(({ at }) => ({ at, wallAt: at })));
  const { calls } = yield* withSavedIds(recorded, { known, placeholder: (name) => `{{saved.${name}}}` });
  return calls.map(({ request, save }, index) => {
    const pause = moves[index] ?? 0;
    const title = toTitle(calledBy(request).id);
    return {
      title,
      sentence: `${title}${request.status === undefined ? '' : `: the answer is ${String(request.status)}`}.`,
      look: 'traffic',
      actions: [
        ...(pause > 0 ? [{ title: 'Time passes', control: 'advanceClock', body: { by: toIsoDuration(pause) } }] : []),
        { ...request, ...optional('save', save), ...(wrong.has(index) && { offContract: true }) },
      ],
    };
  });
}

/** `createOrder` as `Create order`. */
const toTitle = (id: string): string => {
  const words = id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 60);
};
