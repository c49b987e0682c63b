import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  CAPSULE_VERSION,
  type Capsule,
  type CapsuleCall,
  type CapsuleRequest,
  type Replayability,
} from '../../engine/capsule/capsule.ts';
import { createMask } from '../../engine/capsule/mask.ts';
import type { Recorded, Recorder, Recording } from '../../engine/capsule/recorder.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Scenarios } from '../../engine/scenarios/scenarios.ts';
import type { ScenarioSet } from '../../engine/scenarios/shelf.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { type Json, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { readState } from './exchange-state.ts';
import { type StateDocument, toStateDocument } from './state-document.ts';
import { toCapsuleRequest } from './to-capsule-request.ts';

/** The state before a recording, as it is kept. */
export interface RecordingStart {
  readonly state: Buffer;
  readonly beganAt: number;
}

export interface Capsules {
  /** Keeps the state as it stands, and takes down everything from now on. */
  readonly start: (owner: Organization) => Promise<{ readonly beganAt: number }>;
  readonly end: (owner: Organization) => void;
  readonly make: (owner: Organization, sandbox: Sandbox) => Promise<Capsule>;
}

export interface CapsuleParts {
  readonly recorder: Recorder<RecordingStart>;
  readonly journal: Journal;
  readonly sandboxes: Pick<Sandboxes, 'contentsOf' | 'usageOf' | 'beginningOf'>;
  readonly scenarios: Pick<Scenarios, 'of'>;
  readonly scenarioFiles: () => Promise<ScenarioSet>;
  readonly clients: Pick<ClientDirectory, 'clientsOf'>;
  readonly contract: Contract;
  readonly version: string;
  readonly origin: () => string;
  readonly toOrigin: (host: string | undefined) => string;
  /** What of the settings answers depend on. */
  readonly settings: Capsule['settings'];
  /** Bytes of a state. */
  readonly limit: number;
  /** Forgets budgets and pauses: the replay begins with none. */
  readonly forgetBudgets: (owner: Organization) => void;
  /** The wall's. */
  readonly clock: Clock;
}

const compress = promisify(gzip);
const expand = promisify(gunzip);

export const createCapsules = (parts: CapsuleParts): Capsules => {
  const { recorder, journal, sandboxes, scenarios, clients, contract, clock, limit } = parts;
  const startedAt = clock.now();

  const stateOf = async (owner: Organization): Promise<StateDocument> =>
    parseOwnJson(String((await readState(sandboxes, owner, limit)).body)) as unknown as StateDocument;

  const fromRecording = async ({ start, calls, ended }: Recording<RecordingStart>): Promise<Story> => {
    const state = parseOwnJson((await expand(start.state)).toString('utf8')) as unknown as StateDocument;
    const remarks = ended === undefined ? [] : [`The recording ended early: ${ended}. What came later is not in it.`];
    return { start: state, calls, replay: { possible: true, from: 'recording', remarks } };
  };

  const fromJournal = async (owner: Organization): Promise<Story> => {
    const since = recorder.sinceOf(owner.uuid);
    const entries = journal.of(owner.uuid).newestFirst().toReversed();
    const ids = clients.clientsOf(owner.uuid);
    const isOwn = ({ sandbox, caller, token }: JournalEntry): boolean =>
      sandbox?.id === owner.sandbox || caller?.organization?.uuid === owner.uuid || ids.includes(token?.clientId ?? '');
    const exchanges = entries.map((entry): Recorded & { readonly order: number } => ({
      kind: 'exchange',
      order: entry.position,
      entry,
      path: undefined,
      origin: undefined,
      received: undefined,
      sent: undefined,
    }));
    const controls = (since?.controls ?? []).map((call): Recorded & { readonly order: number } => ({
      kind: 'control',
      order: call.after + 0.5,
      call,
    }));
    const calls = [...exchanges, ...controls].sort((a, b) => a.order - b.order);
    const { createdAt, contents } = await sandboxes.beginningOf(owner);
    const reason = whyNot(since, entries.filter(isOwn).length, createdAt < startedAt, entries);
    if (reason !== undefined) return { start: undefined, calls, replay: { possible: false, reason } };
    return {
      start: toStateDocument(contents, owner),
      calls,
      replay: { possible: true, from: 'reset', remarks: [] },
    };
  };

  const make = async (owner: Organization, sandbox: Sandbox): Promise<Capsule> => {
    const recording = recorder.recordingOf(owner.uuid);
    const story = recording === undefined ? await fromJournal(owner) : await fromRecording(recording);
    const state = await stateOf(owner);
    const mask = createMask(owner.sandbox);
    const document = (given: StateDocument): Json => {
      const { checksum: _checksum, ...rest } = given;
      return mask.value(rest as unknown as Json);
    };
    const start = story.start === undefined ? null : document(story.start);
    const calls = story.calls.map((recorded): CapsuleCall => {
      if (recorded.kind === 'exchange')
        return toCapsuleRequest(recorded, { mask, toOrigin: parts.toOrigin, basePath: contract.basePath });
      const { at, wallAt, method, path, body, mediaType } = recorded.call;
      return { kind: 'control', at, wallAt, method, path, body: body === null ? null : mask.text(body), mediaType };
    });
    const names = new Set([...runsIn(story.start), ...runsIn(state), ...namedIn(calls)]);
    return {
      format: 'vatmock-capsule',
      version: CAPSULE_VERSION,
      madeAt: toIsoDateTime(clock.now()),
      vatmock: parts.version,
      description: digestOf(contract),
      origin: parts.origin(),
      settings: parts.settings,
      organization: {
        uuid: owner.uuid,
        sandbox: owner.sandbox,
        name: owner.name,
        country: owner.country,
        dpaAccepted: owner.dpaAccepted,
        rateLimitTier: owner.rateLimitTier,
        capabilities: owner.capabilities,
        administratorEmail: owner.administratorEmail,
        sellers: owner.sellers as unknown as readonly Json[],
        clients: clients.clientsOf(owner.uuid),
      },
      seed: state.seed,
      clock: state.clock,
      replay: story.replay,
      start,
      calls,
      state: document(state),
      scenarios: await scenariosOf(sandbox, names, mask.value),
    };
  };

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
        // Those that were uploaded are part of the state.
        file: (files.get(status.name)?.file ?? null) as unknown as Json,
      }));
  };

  return {
    start: async (owner) => {
      const state = await compress(String((await readState(sandboxes, owner, limit)).body));
      const beganAt = clock.now();
      parts.forgetBudgets(owner);
      if (recorder.begin(owner.uuid, { state, beganAt }, state.byteLength)) return { beganAt };
      throw plainProblem(507, {
        detail: 'The recordings of this server take up as much as they may: end one with DELETE /__admin/capsule.',
      });
    },
    end: ({ uuid }) => {
      recorder.end(uuid);
    },
    make,
  };
};

interface Story {
  readonly start: StateDocument | undefined;
  readonly calls: readonly Recorded[];
  readonly replay: Replayability;
}

const REMEDY =
  'To have calls that can be played again, begin with POST /__admin/capsule/start, and let them come after that.';

/** Why the journal does not tell the whole story; undefined when it does. */
const whyNot = (
  since: ReturnType<Recorder<unknown>['sinceOf']>,
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
