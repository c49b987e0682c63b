import type { Contract, Operation } from '../contract/contract.ts';
import { type FakeValue, type FakerParts, createFaker } from './create-faker.ts';
import { type Compilers, createCompilers } from '../validation/ajv.ts';

/** Schema compilers and generator of one description. */
export interface Tools {
  readonly compilers: Compilers;
  readonly fake: FakeValue;
}

export interface ToolsOf {
  /** The tools of the description itself. */
  readonly base: Tools;
  /** The tools of the description that an operation belongs to. */
  readonly operation: (operation: Operation) => Tools;
  /** Creates tools for the operations of another description; garbage-collected together with them. */
  readonly prepare: (contract: Contract) => void;
}

/** Separate per description, because schemas are identified by pointers, which differ between descriptions. */
export const createTools = (
  contract: Contract,
  parts: Pick<FakerParts, 'generators' | 'relations' | 'clock'> & { readonly compilers: Compilers },
): ToolsOf => {
  const { generators, relations, clock } = parts;
  const make = ({ document }: Contract, compilers: Compilers): Tools => {
    const fake = createFaker({ document, compileAt: compilers.exact, generators, relations, clock });
    return { compilers, fake };
  };
  const base = make(contract, parts.compilers);
  const others = new WeakMap<Operation, Tools>();
  return {
    base,
    operation: (operation) => others.get(operation) ?? base,
    prepare: (variant) => {
      const tools = make(variant, createCompilers(variant));
      for (const operation of variant.operations) others.set(operation, tools);
    },
  };
};
