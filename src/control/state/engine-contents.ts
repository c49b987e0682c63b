import { inboxKeys } from '../../engine/inbox/inboxes.ts';
import { organizationChanges } from '../../engine/sandbox/organization-change.ts';
import { MAX_UPLOADED, uploadedScenarios } from '../../engine/scenarios/repository.ts';
import { MAX_ACTIVE } from '../../engine/scenarios/sandbox-scenarios.ts';
import { scenarioRuns } from '../../engine/scenarios/run.ts';
import { webhookEndpoints, type EndpointChaos } from '../../engine/webhooks/endpoint.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { type ContentCheck, checkContentsOf } from './check-contents.ts';

interface EngineContentsParts {
  /** All checks of an uploaded scenario. */
  readonly checkScenario: (file: object) => Promise<readonly PathDiagnostic[]>;
  /** All checks of chaos rules that are set by a call; paths begin at the rules. */
  readonly checkChaos: (chaos: EndpointChaos) => readonly PathDiagnostic[];
  /** Why deliveries to a URL are refused; undefined also for those to programs that forward them. */
  readonly refusalOf: (url: string) => string | undefined;
}

/** More runs than scenarios in any sandbox: from files, bundled, and uploaded. */
const MOST_RUNS = 1000;

/** The checks of the engine's own collections. */
export const engineContents = ({ checkScenario, checkChaos, refusalOf }: EngineContentsParts): ContentCheck[] => [
  checkContentsOf(uploadedScenarios, {
    most: MAX_UPLOADED,
    diagnosticsOf: async ({ name, file }) => [
      ...(file.scenario === name ? [] : [{ path: ['name'], message: 'is not that of its file' }]),
      ...(await checkScenario(file)).map(({ path, message }) => ({ path: ['file', ...path], message })),
    ],
  }),
  checkContentsOf(scenarioRuns, {
    most: MOST_RUNS,
    refusalOf: (runs) => {
      const active = runs.filter(({ isActive }) => isActive).length;
      return active > MAX_ACTIVE
        ? `has ${String(active)} active scenarios, but ${String(MAX_ACTIVE)} are the maximum`
        : undefined;
    },
  }),
  checkContentsOf(webhookEndpoints, {
    diagnosticsOf: ({ url, chaos }) => {
      const refusal = refusalOf(url);
      return [
        ...(refusal === undefined ? [] : [{ path: ['url'], message: refusal }]),
        ...(chaos === undefined ? [] : checkChaos(chaos)).map(({ path, message }) => ({
          path: ['chaos', ...path],
          message,
        })),
      ];
    },
  }),
  // One by calls, and one for each active scenario.
  checkContentsOf(organizationChanges, { most: MAX_ACTIVE + 1 }),
  checkContentsOf(inboxKeys, { most: 1 }),
];
