import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  CAPSULE_VERSION,
  type Capsule,
  type CapsuleCall,
  type CapsuleRequest,
  type ControlCall,
  type Replayability,
} from '../../engine/capsule/capsule.ts';
import type { Recorder, Since } from '../../engine/capsule/recorder.ts';
import type { Recorded, Recording } from '../../engine/capsule/recording.ts';
import { type Mask, createMask } from '../../engine/capsule/mask.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { problem } from '../../engine/problems/problem.ts';
import { type JournalEntry, weightOfEntries } from '../../engine/journal/journal-entry.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Exports } from '../../engine/sandbox/sliced-work.ts';
import type { Scenarios } from '../../engine/scenarios/scenarios.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import type { Content } from '../../kernel/http.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import { type Json, type JsonObject, parseJsonInSteps, stringifyJson } from '../../kernel/json.ts';
import type { RunInSlices, Steps } from '../../kernel/time-slices.ts';
import type { ExportState } from '../state/state-exchange.ts';
import { RECORD_DEPTH, type StateDocument, composeState } from '../state/state-document.ts';
import { toCapsuleRequest } from './to-capsule-request.ts';

export interface Capsules {
  /** Saves the current state and records every exchange from now on. */
  readonly start: (owner: Organization) => Promise<{ readonly beganAt: number }>;
  readonly end: (owner: Organization) => void;
  /** The capsule as JSON. */
  readonly make: (owner: Organization, sandbox: Sandbox) => Promise<Content>;
  /** The calls that a capsule would hold, in order, and the seed of the sandbox. */
  readonly callsOf: (
    owner: Organization,
    sandbox: Sandbox,
  ) => Promise<{ readonly calls: readonly CapsuleCall[]; readonly seed: string }>;
}

interface CapsuleParts {
  readonly recorder: Recorder;
  readonly journal: Journal;
  readonly clients: Pick<ClientDirectory, 'clientsOf' | 'beginningOf'>;
  /** Wall-clock time source. */
  readonly clock: Clock;
  readonly sandboxes: Pick<Sandboxes, 'of' | 'beginningOf' | 'usageOf'>;
  readonly exportState: ExportState;
  readonly exports: Exports;
  readonly scenarios: Pick<Scenarios, 'of'>;
  readonly scenarioFiles: () => Promise<ScenarioSet>;
  readonly contract: Contract;
  readonly version: string;
  readonly origin: () => string;
  readonly toOrigin: (host: string | undefined) => string;
  /** Settings that affect responses. */
  readonly settings: Capsule['settings'];
  /** Clears budgets and pauses: a replay starts with none. */
  readonly forgetBudgets: (owner: Organization) => void;
}

/** What is masked, in the order in which keys are met. */
interface MaskedStory {
  readonly start: Json;
  readonly calls: readonly CapsuleCall[];
  readonly final: Json;
}

/** Of the parts of records, one level below the state's own. */
const PART_DEPTH = RECORD_DEPTH + 1;

const compress = promisify(gzip);

export const createCapsules = (parts: CapsuleParts): Capsules => {
  const { recorder, exportState, scenarios, clients, contract, clock } = parts;
  const storyOf = createStories(parts);
  let description: string | undefined;

  /** The state is there twice, before and after the calls. */
  const inTurn = async <T>(owner: Organization, work: () => Promise<T>): Promise<T> => {
    const { bytes } = await parts.sandboxes.usageOf(owner);
    return parts.exports.hold(owner.sandbox, work, 2 * bytes + weightOfEntries(parts.journal.of(owner.uuid).after(0)));
  };

  const make = async (owner: Organization, sandbox: Sandbox): Promise<Content> => {
    const story = await storyOf(owner, sandbox.inSlices);
    const { document: state } = await exportState(owner);
    const mask = createMask(owner.sandbox);
    const { start, calls, final } = await sandbox.inSlices(maskStory(story, state, mask));
    // Later changes are part of the state and of the calls.
    const beginning = clients.beginningOf(owner.sandbox) ?? owner;
    const names = new Set([...runsIn(story.start), ...runsIn(state), ...namedIn(calls)]);
    const capsule: Capsule = {
      format: 'vatmock-capsule',
      version: CAPSULE_VERSION,
      madeAt: toIsoDateTime(clock.now()),
      vatmock: parts.version,
      description: (description ??= digestOf(contract)),
      origin: parts.origin(),
      settings: parts.settings,
      organization: {
        uuid: owner.uuid,
        sandbox: owner.sandbox,
        name: owner.name,
        country: owner.country,
        dpaAccepted: beginning.dpaAccepted,
        rateLimitTier: beginning.rateLimitTier,
        capabilities: beginning.capabilities,
        administratorEmail: owner.administratorEmail,
        sellers: beginning.sellers as unknown as readonly Json[],
        clients: clients.clientsOf(owner.uuid),
      },
      seed: state.seed,
      clock: state.clock,
      replay: story.replay,
      start,
      calls,
      state: final,
      scenarios: await scenariosOf(sandbox, names, mask.value),
    };
    return sandbox.inSlices(composeContent(capsule, PART_DEPTH));
  };

  function* maskStory(story: Story, state: StateDocument, mask: Mask): Steps<MaskedStory> {
    const start = story.start === undefined ? null : yield* maskState(story.start, mask);
    const masked = yield* maskCalls(story, mask);
    const final = yield* maskState(state, mask);
    // Keys that only the final state has as records may occur in earlier calls.
    const calls: CapsuleCall[] = [];
    for (const call of masked) {
      yield;
      calls.push(yield* mask.late(call));
    }
    return { start, calls, final };
  }

  function* maskCalls(story: Story, mask: Mask): Steps<CapsuleCall[]> {
    const masked: CapsuleCall[] = [];
    const form = { mask, toOrigin: parts.toOrigin, basePath: contract.basePath };
    const began = story.start && Date.parse(story.start.clock.now);
    for (const recorded of story.calls) {
      yield;
      masked.push(
        recorded.kind === 'control'
          ? yield* toCapsuleControl(recorded.call, mask)
          : yield* toCapsuleRequest(recorded, { ...form, before: masked.at(-1)?.at ?? began }),
      );
    }
    return masked;
  }

  const scenariosOf = async (
    sandbox: Sandbox,
    names: ReadonlySet<string>,
    mask: (value: Json) => Json,
  ): Promise<Capsule['scenarios']> => {
    if (names.size === 0) return [];
    const files = await parts.scenarioFiles();
    const statuses = await scenarios.of(sandbox).list();
    return statuses
      .filter(({ name }) => names.has(name))
      .map((status) => ({
        status: mask(status as unknown as Json),
        // Uploaded scenarios are part of the state.
        file: (files.get(status.name)?.file ?? null) as unknown as Json,
      }));
  };

  return {
    start: async (owner) => {
      const state = await compress((await exportState(owner)).content.body);
      const beganAt = clock.now();
      parts.forgetBudgets(owner);
      if (recorder.begin(owner.uuid, { state, beganAt })) return { beganAt };
      throw problem('storage-full', {
        detail: 'All recordings together have reached their maximum size: end one with DELETE /__admin/capsule.',
      });
    },
    callsOf: (owner, sandbox) =>
      inTurn(owner, async () => {
        const story = await storyOf(owner, sandbox.inSlices);
        const { contents } = await parts.sandboxes.beginningOf(owner);
        const calls = await sandbox.inSlices(maskCalls(story, createMask(owner.sandbox)));
        return { calls, seed: contents.seed };
      }),
    end: ({ uuid }) => {
      recorder.end(uuid);
    },
    make: (owner, sandbox) => inTurn(owner, () => make(owner, sandbox)),
  };
};

/** Uploaded files stay as they are: in base64, no secret would be recognized. */
function* maskState({ checksum: _checksum, contents, ...rest }: StateDocument, mask: Mask): Steps<Json> {
  return { ...((yield* mask.inSteps(rest as unknown as Json)) as JsonObject), contents };
}

function* toCapsuleControl({ body, ...call }: ControlCall, mask: Mask): Steps<CapsuleCall> {
  const { at, wallAt, method, path, mediaType } = call;
  const text = body === null ? null : ((yield* mask.inspect({ text: body })).body.text ?? '');
  return { kind: 'control', at, wallAt, method, path, body: text, mediaType };
}

const runsIn = (state: StateDocument | undefined): readonly string[] =>
  (state?.collections['scenario-runs']?.documents ?? []).map(({ id }) => id);

const namedIn = (calls: readonly CapsuleCall[]): readonly string[] =>
  calls
    .filter((call): call is CapsuleRequest => call.kind === 'request')
    .flatMap(({ headers }) =>
      headers.filter(([name]) => name.toLowerCase() === 'x-mock-scenario').map(([, value]) => value),
    );

export const digestOf = ({ document }: Contract): string =>
  createHash('sha256').update(stringifyJson(document)).digest('hex');

/** The exchanges of a sandbox since a known state, or the reason why they are unavailable. */
interface Story {
  readonly start: StateDocument | undefined;
  readonly calls: readonly Recorded[];
  readonly replay: Replayability;
}

const expand = promisify(gunzip);

/** Uses the recording if there is one, else the journal since the last reset. */
const createStories = (parts: CapsuleParts): ((owner: Organization, inSlices: RunInSlices) => Promise<Story>) => {
  const { recorder, journal, sandboxes, clients, clock } = parts;
  const startedAt = clock.now();

  const fromRecording = async ({ start, calls, ended }: Recording, inSlices: RunInSlices): Promise<Story> => {
    const text = (await expand(start.state)).toString('utf8');
    const state = (await inSlices(parseJsonInSteps(text))).value as unknown as StateDocument;
    const remarks = ended === undefined ? [] : [`The recording ended early: ${ended}. What came later is not in it.`];
    return { start: state, calls, replay: { possible: true, from: 'recording', remarks } };
  };

  const fromJournal = async (owner: Organization, inSlices: RunInSlices): Promise<Story> => {
    const since = recorder.sinceOf(owner.uuid);
    const entries = journal.of(owner.uuid).after(0);
    const ids = clients.clientsOf(owner.uuid);
    const isOwn = ({ sandbox, caller, token }: JournalEntry): boolean =>
      sandbox?.id === owner.sandbox || caller?.organization?.uuid === owner.uuid || ids.includes(token?.clientId ?? '');
    const exchanges = entries.map((entry): Recorded & { readonly order: number } => ({
      kind: 'exchange',
      order: entry.position,
      entry,
    }));
    const controls = (since?.controls ?? []).map((call): Recorded & { readonly order: number } => ({
      kind: 'control',
      order: call.after + 0.5,
      call,
    }));
    const calls = [...exchanges, ...controls].sort((a, b) => a.order - b.order);
    const { createdAt, contents } = await sandboxes.beginningOf(owner);
    const reason = whyNot(
      since,
      entries.filter(isOwn).length,
      createdAt < startedAt && since?.isAsNow !== true,
      entries,
    );
    if (reason !== undefined) return { start: undefined, calls, replay: { possible: false, reason } };
    return {
      start: await inSlices(composeState(contents, owner)),
      calls,
      replay: { possible: true, from: 'reset', remarks: [] },
    };
  };

  return async (owner, inSlices) => {
    const recording = recorder.recordingOf(owner.uuid);
    return recording === undefined ? fromJournal(owner, inSlices) : fromRecording(recording, inSlices);
  };
};

const REMEDY =
  'To have calls that can be played again, begin with POST /__admin/capsule/start, and let them come after that.';

/** Why the journal cannot be replayed from a known state; undefined if it can. */
const whyNot = (
  since: Since | undefined,
  found: number,
  isOlder: boolean,
  entries: readonly { readonly received: { readonly isCut: boolean } | undefined; readonly source: string }[],
): string | undefined => {
  if (isOlder) return `The sandbox is older than this server, which does not know how it began. ${REMEDY}`;
  if (since?.began === 'replaced') return `The sandbox began with a state from elsewhere. ${REMEDY}`;
  if (since !== undefined && since.exchanges !== found)
    return `The journal holds ${String(found)} of the ${String(since.exchanges)} exchanges since the last reset. ${REMEDY}`;
  if (since?.isComplete === false) return `It was steered more often than is kept. ${REMEDY}`;
  if (entries.some(({ received, source }) => source !== 'identity' && received?.isCut === true))
    return `The journal has cut the body of a request. ${REMEDY}`;
  return undefined;
};
