import type { Contract } from '../../engine/contract/contract.ts';
import { childPointer } from '../../engine/contract/json-pointer.ts';
import { type Compilers, createCompilers } from '../../engine/validation/ajv.ts';

/** Validates a program's input like a body of the control API; throws a `TypeError` that locates the fault. */
export const createValueCheck = (adminContract: Contract): ((schema: string, value: unknown) => void) => {
  let compilers: Compilers | undefined;
  return (schema, value) => {
    compilers ??= createCompilers(adminContract);
    const validate = compilers.exactListing(childPointer('#', 'components', 'schemas', schema));
    if (validate(value)) return;
    const faults = (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
      const unknown = params['additionalProperty'] as string | undefined;
      const place = instancePath.slice(1).replaceAll('/', '.');
      return `${place === '' ? 'the value' : place} ${message}${unknown === undefined ? '' : `: "${unknown}"`}`;
    });
    throw new TypeError(`not a ${schema}: ${[...new Set(faults)].join('; ')}`);
  };
};
