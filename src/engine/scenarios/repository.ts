import { createBoundedCache } from '../../kernel/caches.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { problem, type ProblemCatalogue } from '../problems/problem.ts';
import { defineRecords } from '../sandbox/collection.ts';
import { label, object, schemaOf } from '../sandbox/record-schema.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';
import { suggest } from '../matching/nearest.ts';
import { type Scenario, digestOf, prepareScenario } from './scenario.ts';
import type { ScenarioFile } from '../../generated/scenario-file.ts';

/** Scenarios by name. */
export type ScenarioSet = ReadonlyMap<string, Scenario>;

/** The scenarios available to every sandbox of the server: those from files. */
export interface ScenarioRepository {
  /** Loaded on first use. Returns the same set until a file changes. */
  readonly load: () => Promise<ScenarioSet>;
  /** The current set; undefined before it is loaded. */
  readonly current: () => ScenarioSet | undefined;
}

/** Scenarios uploaded into one sandbox, and visible only there. */
export const uploadedScenarios = defineRecords(
  'uploaded-scenarios',
  object({ name: label, file: schemaOf<ScenarioFile>(object({ scenario: label })) }),
  ({ name }) => name,
);

export const MAX_UPLOADED = 100;

export type ScenarioFinder = ReturnType<typeof createScenarioFinder>;

/** Finds the scenarios visible to one sandbox: its own take precedence. */
export const createScenarioFinder = (repository: ScenarioRepository, problems?: ProblemCatalogue) => {
  // Keyed by content, since the store returns a new copy of a file each time.
  const prepared = createBoundedCache<Scenario>(100);

  /** Undefined for an invalid scenario: an imported state may contain files that were not validated here. */
  const prepare = async (file: ScenarioFile, reading: Reading): Promise<Scenario | undefined> => {
    try {
      const digest = digestOf(file);
      let scenario = prepared.get(digest);
      if (scenario === undefined)
        prepared.set(digest, (scenario = await prepareScenario(file, problems, { pause: () => reading.pause() })));
      return scenario;
    } catch {
      return undefined;
    }
  };

  const uploaded = async (reading: Reading): Promise<readonly Scenario[]> => {
    const { values } = reading.page(uploadedScenarios, { page: 0, size: MAX_UPLOADED });
    const all: Scenario[] = [];
    for (const { file } of values) {
      const scenario = await prepare(file, reading);
      if (scenario !== undefined) all.push(scenario);
    }
    return all;
  };

  const find = async (reading: Reading, name: string): Promise<Scenario | undefined> => {
    const own = reading.get(uploadedScenarios, name);
    return own === undefined ? (await repository.load()).get(name) : prepare(own.file, reading);
  };

  return {
    find,
    /** Throws 404 with suggestions if the name is unknown; 400 if a header has named it. */
    need: async (reading: Reading, name: string, header?: string): Promise<Scenario> => {
      const scenario = await find(reading, name);
      if (scenario !== undefined) return scenario;
      const names = [...(await repository.load()).keys(), ...(await uploaded(reading)).map((own) => own.name)];
      const hint = `"${name.slice(0, 64)}": ${toSentence(suggest(name, names))} GET /__admin/scenarios lists them all.`;
      throw header === undefined
        ? problem('not-found', { detail: `Unknown scenario ${hint}` })
        : problem('malformed-request', { detail: `${header}: unknown scenario ${hint}` });
    },
    /** All that are visible, by name. */
    list: async (reading: Reading): Promise<readonly Scenario[]> => {
      const own = await uploaded(reading);
      const names = new Set(own.map(({ name }) => name));
      const ready = [...(await repository.load()).values()].filter(({ name }) => !names.has(name));
      return [...ready, ...own].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
};
