import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const validators = new WeakMap<object, ValidateFunction>();

/**
 * Compiled once per schema, optimized for a fast start: each file is read once. Tests validate our schemas themselves.
 */
export const fileValidator = (schema: object): ValidateFunction => {
  let validate = validators.get(schema);
  if (validate === undefined) {
    const ajv = new Ajv2020({
      allErrors: true,
      verbose: true,
      strict: false,
      validateSchema: false,
      inlineRefs: false,
      code: { optimize: false },
    });
    formats.default(ajv);
    validators.set(schema, (validate = ajv.compile(schema)));
  }
  return validate;
};
