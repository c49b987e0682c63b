import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Contract, EventDescription, Operation } from '../contract/contract.ts';
import type { Register } from '../assumptions/register.ts';
import type { FixtureWords } from './given.ts';
import { type Compilers, createCompilers } from '../validation/ajv.ts';
import type { FindHeaderFault } from './header-rule.ts';
import type { OwnTemplates } from './template.ts';
import type { ScenarioSchema as SchemaForEditors } from '../../generated/control-schemas.ts';

/** The names that a scenario may use: scenarios are validated against them when they are loaded. */
export interface ScenarioSchema {
  readonly contract: Contract;
  readonly operation: (id: string) => Operation | undefined;
  readonly operationIds: readonly string[];
  /** The violations of a value against the schema at a pointer of the description. */
  readonly errorsAt: (pointer: string, value: unknown) => readonly ErrorObject[];
  readonly eventTypes: readonly string[];
  readonly event: (type: string) => EventDescription | undefined;
  /** Undefined if the simulators are unknown: then any name is accepted. */
  readonly simulators: ReadonlyMap<string, SimulatorDescription> | undefined;
  readonly fixtures: FixtureWords | undefined;
  readonly register: Pick<Register, 'change'> | undefined;
  /** Undefined if a scenario may set any header. */
  readonly findHeaderFault: FindHeaderFault | undefined;
  readonly templates: OwnTemplates | undefined;
}

export interface SimulatorDescription {
  /** Required and optional members of the target. */
  readonly needs: readonly string[];
  readonly takes: readonly string[];
}

interface ScenarioSchemaParts {
  readonly contract: Contract;
  readonly simulators?: ReadonlyMap<string, SimulatorDescription> | undefined;
  readonly fixtures?: FixtureWords | undefined;
  /** The switches that a scenario may set. */
  readonly register?: Pick<Register, 'change'> | undefined;
  readonly findHeaderFault?: FindHeaderFault | undefined;
  readonly templates?: OwnTemplates | undefined;
}

export const createScenarioSchema = ({
  contract,
  simulators,
  fixtures,
  register,
  findHeaderFault,
  templates,
}: ScenarioSchemaParts): ScenarioSchema => {
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const { events } = contract;
  let compilers: Compilers | undefined;
  return {
    contract,
    operation: (id) => operations.get(id),
    operationIds: [...operations.keys()],
    errorsAt: (pointer, value) => {
      compilers ??= createCompilers(contract);
      const validate = compilers.exactListing(pointer);
      return validate(value) ? [] : (validate.errors ?? []);
    },
    eventTypes: [...events.keys()],
    event: (type) => events.get(type),
    simulators,
    fixtures,
    register,
    findHeaderFault,
    templates,
  };
};

/** The names that a scenario may use, for an editor that completes them. */
export const wordsOf = async (schema: ScenarioSchema): Promise<SchemaForEditors['words']> => ({
  operations: schema.operationIds,
  events: schema.eventTypes,
  problems: [...schema.contract.problems.keys()],
  simulators: [...(schema.simulators?.keys() ?? [])],
  fixtures: (await schema.fixtures?.names()) ?? [],
});
