import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Register } from '../assumptions/register.ts';
import type { FixtureWords } from './given.ts';
import { createCompilers } from '../validation/ajv.ts';
import type { FindHeaderFault } from './header-rule.ts';
import type { OwnTemplates } from './template.ts';
import type { ScenarioSchema as SchemaForEditors } from '../../generated/control-schemas.ts';

export interface SimulatorDescription {
  /** Required and optional members of the target. */
  readonly needs: readonly string[];
  readonly takes: readonly string[];
}

export type ScenarioSchema = ReturnType<typeof createScenarioSchema>;

/** The names that a scenario may use: scenarios are validated against them when they are loaded. */
export const createScenarioSchema = (words: {
  readonly contract: Contract;
  /** Undefined if the simulators are unknown: then any name is accepted. So it is with the fixtures and the switches. */
  readonly simulators?: ReadonlyMap<string, SimulatorDescription> | undefined;
  readonly fixtures?: FixtureWords | undefined;
  readonly register?: Register | undefined;
  /** Undefined if a scenario may set any header. */
  readonly findHeaderFault?: FindHeaderFault | undefined;
  readonly templates?: OwnTemplates | undefined;
}) => {
  const { contract } = words;
  return {
    ...words,
    operation: (id: string): Operation | undefined => contract.operations.find((operation) => operation.id === id),
    /** The violations of a value against the schema at a pointer of the description. */
    errorsAt: (pointer: string, value: unknown): readonly ErrorObject[] => {
      const validate = createCompilers(contract).listing(pointer);
      return validate(value) ? [] : (validate.errors ?? []);
    },
  };
};

/** The names that a scenario may use, for an editor that completes them. */
export const wordsOf = async ({
  contract: { operations, events, problems },
  simulators,
  fixtures,
}: ScenarioSchema): Promise<SchemaForEditors['words']> => ({
  operations: operations.map(({ id }) => id),
  events: [...events.keys()],
  summaries: [...events.values()].map(({ summary }) => summary),
  problems: [...problems.keys()],
  simulators: [...(simulators?.keys() ?? [])],
  fixtures: (await fixtures?.names()) ?? [],
});
