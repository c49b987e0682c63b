import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readContract } from '../../../src/engine/contract/read-contract.ts';
import type { FixtureWords } from '../../../src/engine/scenarios/given.ts';
import { type ScenarioSchema, createScenarioSchema } from '../../../src/engine/scenarios/scenario-schema.ts';

const TEXT = readFileSync(new URL('small-description.yaml', import.meta.url), 'utf8');

const FIXTURES: FixtureWords = {
  names: () => Promise.resolve(['ready', 'blocked']),
  diagnosticsOf: (given) =>
    Promise.resolve(
      given.flatMap(({ with: members = {} }, index) =>
        Object.keys(members)
          .filter((name) => name !== 'count')
          .map((name) => ({ path: [index, 'with', name], message: `no member ${name}` })),
      ),
    ),
};

export const smallScenarioSchema = (change: object = {}): ScenarioSchema =>
  createScenarioSchema({
    contract: readContract({
      file: 'small.yaml',
      document: { ...(parse(TEXT) as object), ...change },
      explainReference: () => 'leads nowhere',
    }),
    simulators: new Map([['finish', { needs: ['orderUuid'], takes: ['reason'] }]]),
    fixtures: FIXTURES,
  });
