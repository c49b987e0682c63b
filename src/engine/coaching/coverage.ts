import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { type Contract, findResponse, type Operation } from '../contract/contract.ts';
import { isObject } from '../../kernel/json.ts';
import { type Compilers, createCompilers } from '../validation/ajv.ts';
import type { EmittedEvent } from '../message/event.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';

/** Incremental coverage of an API: each exchange costs a few lookups, however many came before. */
export interface Coverage {
  readonly see: (entry: JournalEntry, json: unknown) => void;
  readonly emitted: (events: readonly EmittedEvent[]) => void;
  readonly counts: () => Counts;
}

export interface Counts {
  readonly exchanges: number;
  /** By operationId. */
  readonly operations: ReadonlyMap<string, OperationCounts>;
  /** By name, over all operations. */
  readonly problemTypes: ReadonlyMap<string, number>;
  readonly events: ReadonlyMap<string, number>;
  readonly capabilities: ReadonlyMap<string, CapabilityCounts>;
  /** Responses that the description does not have, by `operationId status`. */
  readonly undescribed: ReadonlyMap<string, number>;
}

interface OperationCounts {
  calls: number;
  /** By status as the description writes it. */
  readonly answers: Map<string, AnswerCounts>;
}

interface AnswerCounts {
  count: number;
  readonly problemTypes: Map<string, number>;
}

interface CapabilityCounts {
  used: number;
  refused: number;
}

/** The capabilities that an operation needs, as far as a request alone shows whether it needs them. */
export type NeedsOf = (operation: Operation) => readonly Need[];

interface Need {
  readonly capability: string;
  readonly applies: (json: unknown) => boolean;
}

/** Limit on undescribed names: scenarios and custom descriptions may add some, hostile clients many. */
const MOST_NAMES = 500;

const raise = (counts: Map<string, number>, name: string): void => {
  const count = counts.get(name) ?? 0;
  if (count > 0 || counts.size < MOST_NAMES) counts.set(name, count + 1);
};

/** `from` has the counts to begin with. */
export const createCoverage = (needsOf: NeedsOf, from?: Counts): Coverage => {
  let exchanges = from?.exchanges ?? 0;
  const operations = new Map(structuredClone(from?.operations));
  const problemTypes = new Map(from?.problemTypes);
  const events = new Map(from?.events);
  const capabilities = new Map(structuredClone(from?.capabilities));
  const undescribed = new Map(from?.undescribed);

  const capabilityOf = (name: string): CapabilityCounts =>
    getOrInsert(capabilities, name, () => ({ used: 0, refused: 0 }));

  const countAnswer = (operation: Operation, status: number, problemType: string | undefined): void => {
    const counts = getOrInsert(operations, operation.id, () => ({ calls: 0, answers: new Map() }));
    counts.calls++;
    const described = findResponse(operation, status);
    if (described === undefined) {
      raise(undescribed, `${operation.id} ${String(status)}`);
      return;
    }
    const answer = getOrInsert(counts.answers, described.status, () => ({
      count: 0,
      problemTypes: new Map<string, number>(),
    }));
    answer.count++;
    if (problemType !== undefined) raise(answer.problemTypes, problemType);
  };

  const countCapabilities = (operation: Operation, entry: JournalEntry, json: unknown): void => {
    if (entry.refusal?.type === 'capability-required') {
      const name = entry.refusal.extensions?.['capability'];
      if (typeof name === 'string') capabilityOf(name).refused++;
    } else if (entry.status < 300 && operation.requiredCapabilities.length > 0)
      for (const { capability, applies } of needsOf(operation)) if (applies(json)) capabilityOf(capability).used++;
  };

  return {
    see: (entry, json) => {
      exchanges++;
      const { operation, refusal, status } = entry;
      const problemType = refusal === undefined || refusal.type === 'about:blank' ? undefined : refusal.type;
      if (problemType !== undefined) raise(problemTypes, problemType);
      if (operation === undefined) return;
      countAnswer(operation, status, problemType);
      countCapabilities(operation, entry, json);
    },
    emitted: (all) => {
      for (const { type } of all) raise(events, type);
    },
    counts: () => ({ exchanges, operations, problemTypes, events, capabilities, undescribed }),
  };
};

/** The parts of an API that coverage is measured against. */
export interface Describable {
  readonly operations: readonly Operation[];
  readonly problemTypes: readonly string[];
  readonly events: readonly string[];
  /** `isSeen` is false for a capability whose use cannot be determined from the request. */
  readonly capabilities: readonly { readonly name: string; readonly isSeen: boolean }[];
}

export const describableOf = ({ operations, document, problemTypes }: Contract): Describable => {
  const capabilities = new Map<string, boolean>();
  for (const { requiredCapabilities } of operations)
    for (const { capability, dependsOnResource } of requiredCapabilities)
      capabilities.set(capability, (capabilities.get(capability) ?? false) || !dependsOnResource);
  return {
    operations,
    problemTypes: problemTypes.map(({ name }) => name),
    events: Object.keys(document['webhooks'] ?? {}),
    capabilities: [...capabilities].map(([name, isSeen]) => ({ name, isSeen })),
  };
};

/** Counters as JSON: maps are written as arrays of their entries, and there are no other arrays. */
export const toSavedCounts = (counts: Counts): unknown => toEntries(counts);

export const fromSavedCounts = (saved: unknown): Counts => toMaps(saved) as Counts;

const toEntries = (value: unknown): unknown => {
  if (value instanceof Map)
    return [...(value as ReadonlyMap<string, unknown>)].map(([name, own]) => [name, toEntries(own)]);
  return isObject(value) ? mapMembers(value, toEntries) : value;
};

const toMaps = (value: unknown): unknown => {
  if (Array.isArray(value)) return new Map(value.map(([name, own]: [string, unknown]) => [name, toMaps(own)]));
  return isObject(value) ? mapMembers(value, toMaps) : value;
};

const mapMembers = (value: object, map: (member: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));

/** Determines which capabilities a request needs (`x-required-capability`), as far as the request alone shows it. */
export const createNeeds = (contract: Contract): NeedsOf => {
  // Most descriptions define no capabilities, so nothing has to be compiled.
  let compilers: Compilers | undefined;
  const known = new WeakMap<Operation, readonly Need[]>();

  const read = ({ requiredCapabilities }: Operation): readonly Need[] =>
    requiredCapabilities
      .filter(({ dependsOnResource }) => !dependsOnResource)
      .map(({ capability, when }): Need => {
        if (when === undefined) return { capability, applies: () => true };
        compilers ??= createCompilers(contract);
        const validate = compilers.inline({ type: 'object', ...when });
        return { capability, applies: (json) => json !== undefined && validate(json) };
      });

  return (operation) => getOrInsert(known, operation, read);
};
