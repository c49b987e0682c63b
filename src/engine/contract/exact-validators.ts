import { type CompileAt, createCompilers } from '../validation/ajv.ts';
import type { Contract } from './contract.ts';

const known = new WeakMap<object, CompileAt>();

/** The validators of a description while it is looked at, each compiled once, whoever asks. */
export const exactValidators = (contract: Contract): CompileAt => {
  let compileAt = known.get(contract.document);
  if (compileAt === undefined) {
    const { exact } = createCompilers(contract);
    const made = new Map<string, ReturnType<CompileAt>>();
    compileAt = (pointer) => {
      let validate = made.get(pointer);
      if (validate === undefined) made.set(pointer, (validate = exact(pointer)));
      return validate;
    };
    known.set(contract.document, compileAt);
  }
  return compileAt;
};
