import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  CAPSULE_VERSION,
  type Capsule,
  type CapsuleCall,
  type CapsuleRequest,
  type ControlCall,
} from '../../engine/capsule/capsule.ts';
import { type Mask, createMask } from '../../engine/capsule/mask.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { problem } from '../../engine/problems/problem.ts';
import { weightOfEntries } from '../../engine/journal/journal-entry.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Exports } from '../../engine/sandbox/sliced-work.ts';
import type { Scenarios } from '../../engine/scenarios/scenarios.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Content } from '../../kernel/http.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import { type Json, type JsonObject, stringifyJson } from '../../kernel/json.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import type { ExportState } from '../state/state-exchange.ts';
import { RECORD_DEPTH, type StateDocument } from '../state/state-document.ts';
import { type Story, type StoryParts, createStories } from './capsule-story.ts';
import { toCapsuleRequest } from './to-capsule-request.ts';

export type Capsules = ReturnType<typeof createCapsules>;

/** Of the parts of records, one level below the state's own. */
const PART_DEPTH = RECORD_DEPTH + 1;

const compress = promisify(gzip);

interface CapsulesParts extends StoryParts {
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

export const createCapsules = (parts: CapsulesParts) => {
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

  /** In the order in which keys are met. */
  function* maskStory(story: Story, state: StateDocument, mask: Mask) {
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
    /** Saves the current state and records every exchange from now on. */
    start: async (owner: Organization): Promise<{ readonly beganAt: number }> => {
      const state = await compress((await exportState(owner)).content.body);
      const beganAt = clock.now();
      parts.forgetBudgets(owner);
      if (recorder.begin(owner.uuid, { state, beganAt })) return { beganAt };
      throw problem('storage-full', {
        detail: 'All recordings together have reached their maximum size: end one with DELETE /__admin/capsule.',
      });
    },
    /** The calls that a capsule would hold, in order, and the seed of the sandbox. */
    callsOf: (
      owner: Organization,
      sandbox: Sandbox,
    ): Promise<{ readonly calls: readonly CapsuleCall[]; readonly seed: string }> =>
      inTurn(owner, async () => {
        const story = await storyOf(owner, sandbox.inSlices);
        const { contents } = await parts.sandboxes.beginningOf(owner);
        const calls = await sandbox.inSlices(maskCalls(story, createMask(owner.sandbox)));
        return { calls, seed: contents.seed };
      }),
    end: ({ uuid }: Organization): void => {
      recorder.end(uuid);
    },
    /** The capsule as JSON. */
    make: (owner: Organization, sandbox: Sandbox): Promise<Content> => inTurn(owner, () => make(owner, sandbox)),
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
