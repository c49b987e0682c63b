import type { Config } from '../config/config.ts';
import { keptKinds } from '../control/read-model/kept-records.ts';
import type { RecordKinds } from '../control/read-model/records.ts';
import type { PersonaLibrary } from '../control/state/ready-made.ts';
import type { Populate } from '../edges/files/load-fixtures.ts';
import type { Contract } from '../engine/contract/contract.ts';
import type { Diagnostic } from '../engine/contract/diagnostic.ts';
import { anyEventFacts, type SampleFacts } from '../engine/scenarios/sample-event.ts';
import type { EngineOptions } from '../engine/checks/engine-parts.ts';
import { inferResources } from '../engine/resources/infer.ts';
import { createKeptResources } from '../engine/resources/keep.ts';
import { collectionOf } from '../engine/resources/keep-records.ts';
import type { Resource } from '../engine/resources/resource.ts';
import type { Policy } from '../engine/policy/policy.ts';
import { engineRecords } from '../engine/records.ts';
import type { RecordCollection } from '../engine/sandbox/collection.ts';
import type { JobHandlers } from '../engine/sandbox/job-handlers.ts';
import type { OwnTemplates } from '../engine/scenarios/template.ts';
import type { Simulator } from '../vat/simulators/simulators.ts';

/** What the server knows of the API that it serves beside its descriptions. */
export interface ServedApi {
  /** What is kept without code; undefined for none. */
  readonly resources?: readonly Resource[];
  /** Where the description says of resources what cannot be followed. */
  readonly findings?: readonly Diagnostic[];
  readonly keeps?: EngineOptions['keeps'];
  /** All records of a sandbox. */
  readonly records: readonly RecordCollection<never>[];
  /** Those that the control API shows; if omitted, those of the bundled API. */
  readonly recordKinds?: RecordKinds;
  readonly jobHandlers: JobHandlers;
  /** Fills a new sandbox. */
  readonly populate: Populate;
  readonly personas: PersonaLibrary;
  readonly simulators: ReadonlyMap<string, Simulator>;
  readonly templates: OwnTemplates;
  readonly facts: SampleFacts;
  /** Whether the package has scenarios, storyboards and fixtures of this API. */
  readonly hasLibrary: boolean;
  readonly policy: Policy;
}

/** Characters of a list on a hosted server: it is validated and written in one turn. */
const MOST_SHOWN = 1_048_576;

/** Any other API: what follows from HTTP and from its description. */
export const anyApi = (contract: Contract, { state, mode }: Config): ServedApi => {
  const { resources, lists, findings } =
    state === 'none' ? { resources: [], lists: [], findings: [] } : inferResources(contract);
  const keeping = { resources, lists, mode: state, ...(mode === 'hosted' && { mostShown: MOST_SHOWN }) };
  return {
    resources,
    findings,
    keeps: (parts) => createKeptResources(keeping, parts),
    records: [...engineRecords, ...resources.map(collectionOf)],
    recordKinds: keptKinds(resources),
    jobHandlers: {},
    populate: () => Promise.resolve(),
    personas: {
      all: () => Promise.resolve([]),
      set: (name) => Promise.reject(new Error(`there is no persona ${name}`)),
    },
    simulators: new Map(),
    templates: {},
    facts: anyEventFacts(contract),
    hasLibrary: false,
    policy: {},
  };
};
