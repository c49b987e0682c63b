import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { SlicedWork } from '../../engine/sandbox/sliced-work.ts';
import type { NewDocument } from '../../engine/sandbox/store.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Json } from '../../kernel/json.ts';
import type { RunInSlices, Steps } from '../../kernel/time-slices.ts';
import { type StateRules, checkState } from './check-state.ts';
import { sellersFor } from './organization-in.ts';
import { type StateDocument, toContents } from './state-document.ts';

/**
 * Replaces everything in the sandbox of an organization with a state, or with one that is still to be read; throws 422
 * for an invalid state. `bytes` is the size of its text: a small one does not wait for the large ones.
 */
export type ImportState = (
  organization: Organization,
  state: StateDocument | Steps<StateDocument>,
  bytes?: number,
) => Promise<ImportedState>;

/** Bytes of a document that is imported at once. */
const SMALL = 65_536;

export interface ImportedState {
  readonly sandbox: Sandbox;
  readonly document: StateDocument;
}

interface StateImportParts extends Omit<StateRules, 'sellers'> {
  readonly sandboxes: Pick<Sandboxes, 'replace'>;
  readonly clients: Pick<ClientDirectory, 'beginningOf'>;
  /** Large imports and exports. */
  readonly work: Pick<SlicedWork, 'hold' | 'run'>;
}

export const createStateImporter = ({ sandboxes, clients, work, ...rules }: StateImportParts): ImportState => {
  const place = async (
    organization: Organization,
    state: StateDocument | Steps<StateDocument>,
    run: RunInSlices,
  ): Promise<ImportedState> => {
    const document = 'format' in state ? state : await run(state);
    const beginning = clients.beginningOf(organization.sandbox) ?? organization;
    await checkState(document, { ...rules, sellers: sellersFor(beginning, document) }, run);
    const sandbox = await sandboxes.replace(organization, await run(readdressed(document, organization.sandbox)));
    return { sandbox, document };
  };
  return (organization, state, bytes) =>
    bytes !== undefined && bytes <= SMALL
      ? place(organization, state, work.run)
      : work.hold(organization.sandbox, (run) => place(organization, state, run), bytes);
};

function* readdressed(document: StateDocument, to: string): ReturnType<typeof toContents> {
  return yield* toContents(yield* readdressState(document, to));
}

/**
 * Public links contain the name of their sandbox (`<sandbox>.<26 characters>`). Rewrites them in data that moves to
 * another sandbox, so that they lead there instead of to the source.
 */
export const readdressLinks = (value: Json, from: string, to: string): Json => {
  const name = from.replaceAll(/[^\w-]/g, '\\$&');
  const links = new RegExp(`(^|/)${name}\\.(?=[0-9A-Z]{26}(?![0-9A-Z]))`, 'g');
  const visit = (node: Json): Json => {
    if (typeof node === 'string') return node.includes(from) ? node.replace(links, `$1${to}.`) : node;
    if (Array.isArray(node)) return node.map((item: Json) => visit(item));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, member]) => [key, member === undefined ? undefined : visit(member)]),
    );
  };
  return visit(value);
};

/** The state with the links of another sandbox, record by record. */
function* readdressState(state: StateDocument, to: string): Steps<StateDocument> {
  if (state.sandbox === to) return state;
  const collections: Record<string, StateDocument['collections'][string]> = {};
  for (const [name, { last, documents }] of Object.entries(state.collections)) {
    const moved: NewDocument[] = [];
    for (const record of documents) {
      const value = record as unknown as Json;
      moved.push(readdressLinks(value, state.sandbox, to) as unknown as NewDocument);
      yield;
    }
    collections[name] = { last, documents: moved };
  }
  return { ...state, collections };
}
