import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { type Compilers, createCompilers } from '../validation/ajv.ts';
import type { Need, NeedsOf } from './coverage.ts';

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
