import { createHash } from 'node:crypto';
import {
  CAPSULE_VERSION,
  type Capsule,
  type CapsuleCall,
  type CapsuleRequest,
  type ControlCall,
} from '../../engine/capsule/capsule.ts';
import { type Mask, createMask } from '../../engine/capsule/mask.ts';
import type { Recorded, Recorder } from '../../engine/capsule/recorder.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { problem } from '../../engine/problems/problem.ts';
import { type JournalEntry, weightOfEntries } from '../../engine/journal/journal-entry.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { SlicedWork } from '../../engine/sandbox/sliced-work.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { type Content, textContent } from '../../kernel/http.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import { type Json, type JsonObject, stringifyJson } from '../../kernel/json.ts';
import type { Pause, Steps } from '../../kernel/time-slices.ts';
import { RECORD_DEPTH, type StateDocument, composeState, pack, unpack } from '../state/state-document.ts';
import type { States } from '../state/states.ts';
import type { StoryboardWords } from '../show/storyboard.ts';
import { toPostmanCollection } from './postman-collection.ts';
import { toRecordedStoryboard } from './recorded-storyboard.ts';
import { toCapsuleRequest } from './to-capsule-request.ts';
import { toTranscript } from './transcript-page.ts';

/** What can be made of the calls, and the names of the files. */
const FILES = {
  capsule: 'capsule.json',
  storyboard: 'recorded.yaml',
  postman: 'calls.postman_collection.json',
  transcript: 'calls.html',
};

/** Latest calls in a Postman collection or a transcript. */
const MOST_CALLS = 500;

/** Depth of a request in a collection: the list, its place. */
const ITEM_DEPTH = 2;

/** Of the parts of records, one level below the state's own. */
const PART_DEPTH = RECORD_DEPTH + 1;

const REMEDY =
  'To have calls that can be played again, begin with POST /__admin/capsule/start, and let them come after that.';

export const createRecordings = (parts: {
  readonly recorder: Recorder;
  readonly journal: Journal;
  readonly sandboxes: Sandboxes;
  readonly clients: ClientDirectory;
  /** Wall-clock time source. */
  readonly clock: Clock;
  readonly states: States;
  readonly exports: Pick<SlicedWork, 'hold'>;
  readonly scenarioFiles: () => Promise<ScenarioSet>;
  /** When the server started: milliseconds by its clock. */
  readonly startedAt: number;
  readonly contract: Contract;
  readonly version: string;
  readonly origin: () => string;
  readonly toOrigin: (host: string | undefined) => string;
  /** Settings that affect responses. */
  readonly settings: Capsule['settings'];
  /** Clears budgets and pauses: a replay starts with none. */
  readonly forgetBudgets: (owner: Organization) => void;
  /** What a storyboard may call. */
  readonly words: () => Promise<StoryboardWords>;
  readonly toYaml: (value: object) => Promise<string>;
  readonly pauses: () => Pause;
  /** Path of the control API. */
  readonly controlPath: string;
}) => {
  const { recorder, journal, sandboxes, states, clients, contract, clock, startedAt } = parts;
  let description: string | undefined;

  /** Why the journal cannot be replayed from a known state; undefined if it can. */
  const whyNot = (owner: Organization, entries: readonly JournalEntry[], createdAt: number): string | undefined => {
    const since = recorder.sinceOf(owner.uuid);
    const ids = clients.clientsOf(owner.uuid);
    const isOwn = ({ sandbox, caller, token }: JournalEntry): boolean =>
      sandbox?.id === owner.sandbox || caller?.organization?.uuid === owner.uuid || ids.includes(token?.clientId ?? '');
    const found = entries.filter(isOwn).length;
    if (createdAt < startedAt && since?.isAsNow !== true)
      return 'The sandbox is older than this server, which does not know how it began.';
    if (since !== undefined && since.began !== 'reset') return 'The sandbox began with a state from elsewhere.';
    if (since !== undefined && since.exchanges !== found)
      return `The journal holds ${found} of the ${since.exchanges} exchanges since the last reset.`;
    if (since?.isComplete === false) return 'It was steered more often than is kept.';
    if (entries.some(({ received, source }) => source !== 'identity' && received?.isCut === true))
      return 'The journal has cut the body of a request.';
    return undefined;
  };

  /** The exchanges and control calls since the recording began, or else since the last reset, in order. */
  const recordedOf = ({ uuid }: Organization): readonly Recorded[] => {
    const recording = recorder.recordingOf(uuid);
    if (recording !== undefined) return recording.calls;
    const told: readonly (readonly [order: number, recorded: Recorded])[] = [
      ...journal
        .of(uuid)
        .after(0)
        .map((entry) => [entry.position, { entry }] as const),
      ...(recorder.sinceOf(uuid)?.controls ?? []).map(({ after, ...call }) => [after + 0.5, call] as const),
    ];
    return told.toSorted(([one], [other]) => one - other).map(([, recorded]) => recorded);
  };

  /** The state before them, undefined if it is not known, and whether they can be replayed. */
  const beginningOf = async (
    owner: Organization,
    { inSlices }: Sandbox,
  ): Promise<readonly [start: StateDocument | undefined, replay: Capsule['replay']]> => {
    const recording = recorder.recordingOf(owner.uuid);
    if (recording !== undefined) {
      const { start, ended } = recording;
      const remarks = ended === undefined ? [] : [`The recording ended early: ${ended}. What came later is not in it.`];
      return [await unpack(start.state, inSlices), { possible: true, from: 'recording', remarks }];
    }
    const { createdAt, contents } = await sandboxes.beginningOf(owner);
    const reason = whyNot(owner, journal.of(owner.uuid).after(0), createdAt);
    if (reason !== undefined) return [undefined, { possible: false, reason: `${reason} ${REMEDY}` }];
    return [await inSlices(composeState(contents, owner)), { possible: true, from: 'reset', remarks: [] }];
  };

  const toCapsule = async (owner: Organization, sandbox: Sandbox): Promise<Content> => {
    const [beginning, replay] = await beginningOf(owner, sandbox);
    const recorded = recordedOf(owner);
    const { document: state } = await states.export(owner);
    const mask = createMask(owner.sandbox);
    const { start, calls, final } = await sandbox.inSlices(maskAll(beginning, recorded, state, mask));
    const { uuid, name, country, administratorEmail } = owner;
    // Later changes are part of the state and of the calls.
    const { dpaAccepted, rateLimitTier, capabilities, sellers } = clients.beginningOf(owner.sandbox) ?? owner;
    const names = new Set([...runsIn(beginning), ...runsIn(state), ...namedIn(calls)]);
    const files = names.size === 0 ? undefined : await parts.scenarioFiles();
    const capsule: Capsule = {
      format: 'vatmock-capsule',
      version: CAPSULE_VERSION,
      madeAt: toIsoDateTime(clock.now()),
      vatmock: parts.version,
      description: (description ??= digestOf(contract)),
      origin: parts.origin(),
      settings: parts.settings,
      organization: {
        uuid,
        sandbox: owner.sandbox,
        name,
        country,
        dpaAccepted,
        rateLimitTier,
        capabilities,
        administratorEmail,
        sellers,
        clients: clients.clientsOf(uuid),
      },
      seed: state.seed,
      clock: state.clock,
      replay,
      start,
      calls,
      state: final,
      // Uploaded scenarios are part of the state.
      scenarios: [...names].flatMap((name) => {
        const file = files?.get(name)?.file;
        return file === undefined ? [] : [{ file: file as unknown as Json }];
      }),
    };
    return sandbox.inSlices(composeContent(capsule, PART_DEPTH));
  };

  /** In the order in which keys are met. */
  function* maskAll(
    beginning: StateDocument | undefined,
    recorded: readonly Recorded[],
    state: StateDocument,
    mask: Mask,
  ) {
    const start = beginning === undefined ? null : yield* maskState(beginning, mask);
    const began = beginning && Date.parse(beginning.clock.now);
    yield* maskCalls(recorded, mask, began);
    const final = yield* maskState(state, mask);
    // Again: keys that only the final state has as records may occur in earlier calls.
    return { start, calls: yield* maskCalls(recorded, mask, began), final };
  }

  function* maskCalls(all: readonly Recorded[], mask: Mask, began?: number): Steps<CapsuleCall[]> {
    const masked: CapsuleCall[] = [];
    const form = { mask, toOrigin: parts.toOrigin, basePath: contract.basePath };
    for (const recorded of all) {
      yield;
      masked.push(
        'entry' in recorded
          ? yield* toCapsuleRequest(recorded, { ...form, before: masked.at(-1)?.at ?? began })
          : yield* toCapsuleControl(recorded, mask),
      );
    }
    return masked;
  }

  const callsOf = (owner: Organization, { inSlices }: Sandbox): Promise<readonly CapsuleCall[]> =>
    inSlices(maskCalls(recordedOf(owner), createMask(owner.sandbox)));

  /** The newest calls that clients made of the API. */
  const clientCallsOf = async (owner: Organization, sandbox: Sandbox): Promise<readonly CapsuleRequest[]> =>
    (await callsOf(owner, sandbox))
      .filter((call) => call.kind === 'request')
      .filter(({ client, path }) => client !== null && path.startsWith(`${contract.basePath}/`))
      .slice(-MOST_CALLS);

  const writers = {
    capsule: toCapsule,
    storyboard: async (owner: Organization, sandbox: Sandbox) => {
      const calls = await callsOf(owner, sandbox);
      const { seed } = (await sandboxes.beginningOf(owner)).contents;
      const use = { owner, sandbox, seed, words: await parts.words(), pause: parts.pauses() };
      const { file, remarks } = await toRecordedStoryboard(calls, use);
      const head = remarks.map((remark) => `# Left out: ${remark}\n`).join('');
      return textContent(head + (await parts.toYaml(file)), 'application/yaml');
    },
    postman: async (owner: Organization, sandbox: Sandbox, origin: string) => {
      const collection = toPostmanCollection(await clientCallsOf(owner, sandbox), {
        owner,
        origin,
        basePath: contract.basePath,
        controlPath: parts.controlPath,
        clientId: clients.clientsOf(owner.uuid)[0] ?? '',
        end: {
          at: sandbox.clock.now(),
          wallAt: clock.now(),
          isFrozen: sandbox.clock.setting().kind === 'frozen',
        },
      });
      return sandbox.inSlices(composeContent(await sandbox.inSlices(collection), ITEM_DEPTH));
    },
    transcript: async (owner: Organization, sandbox: Sandbox, origin: string) => {
      const page = { owner, baseUrl: origin + contract.basePath, madeAt: toIsoDateTime(clock.now()) };
      const text = await sandbox.inSlices(toTranscript(await clientCallsOf(owner, sandbox), page));
      return textContent(text, 'text/html; charset=utf-8');
    },
  };

  return {
    /** Saves the current state and records every exchange from now on. Returns when it began. */
    start: async (owner: Organization): Promise<number> => {
      const state = await pack((await states.export(owner)).content.body);
      const beganAt = clock.now();
      parts.forgetBudgets(owner);
      if (recorder.begin(owner.uuid, { state, beganAt })) return beganAt;
      throw problem('storage-full', {
        detail: 'All recordings together have reached their maximum size: end one with POST /__admin/capsule/end.',
      });
    },
    end: ({ uuid }: Organization): void => {
      recorder.end(uuid);
    },
    /** The calls as a file; throws 409 if there are none for a storyboard. `origin` is that of links in it. */
    export: async (
      owner: Organization,
      sandbox: Sandbox,
      { format, origin }: { format: keyof typeof FILES; origin: string },
    ) => {
      // In a capsule the state is there twice, before and after the calls.
      const ofStates = format === 'capsule' ? 2 * (await sandboxes.usageOf(owner)).bytes : 0;
      const weight = ofStates + weightOfEntries(journal.of(owner.uuid).after(0));
      const content = await parts.exports.hold(
        owner.sandbox,
        (): Promise<Content> => writers[format](owner, sandbox, origin),
        weight,
      );
      return { fileName: FILES[format], content };
    },
  };
};

/** Uploaded files stay as they are: in base64, no secret would be recognized. */
function* maskState({ checksum: _checksum, contents, ...rest }: StateDocument, mask: Mask): Steps<Json> {
  return { ...((yield* mask.inSteps(rest as unknown as Json)) as JsonObject), contents };
}

function* toCapsuleControl({ body, ...call }: ControlCall, mask: Mask): Steps<CapsuleCall> {
  const text = body === null ? null : ((yield* mask.body({ text: body })).body.text ?? '');
  return { kind: 'control', ...call, body: text };
}

const runsIn = (state: StateDocument | undefined): readonly string[] =>
  (state?.collections['scenario-runs']?.documents ?? []).map(({ id }) => id);

/** What may name a scenario: a header, or a segment of a control call, such as one that activated it for a while. */
const namedIn = (calls: readonly CapsuleCall[]): readonly string[] =>
  calls.flatMap((call) =>
    call.kind === 'request'
      ? call.headers.filter(([name]) => name.toLowerCase() === 'x-mock-scenario').map(([, value]) => value)
      : call.path.split('/'),
  );

export const digestOf = ({ document }: Contract): string =>
  createHash('sha256').update(stringifyJson(document)).digest('hex');
