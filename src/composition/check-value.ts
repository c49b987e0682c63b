import type { Contract } from '../engine/contract/contract.ts';
import { childPointer } from '../kernel/json-pointer.ts';
import { suggest } from '../engine/matching/nearest.ts';
import { createCompilers } from '../engine/validation/ajv.ts';
import { flatErrors } from '../engine/validation/violations.ts';
import { unknownMemberOf } from '../engine/validation/unknown-members.ts';

/** Validates a program's input like a body of the control API; rejects with a `TypeError` that locates the fault. */
export const createValueCheck =
  (loadAdminContract: () => Promise<Contract>) =>
  async (schema: string, value: unknown): Promise<void> => {
    const validate = createCompilers(await loadAdminContract()).listing(
      childPointer('#', 'components', 'schemas', schema),
    );
    if (validate(value)) return;
    const faults = [...flatErrors(validate.errors ?? [])].map((error) => {
      const { instancePath, message = '' } = error;
      const unknown = unknownMemberOf(error);
      const hint = unknown === undefined ? '' : `: "${unknown.name}", ${suggest(unknown.name, unknown.known)}`;
      const place = instancePath.slice(1).replaceAll('/', '.');
      return `${place === '' ? 'the value' : place} ${message}${hint}`;
    });
    throw new TypeError(`not a ${schema}: ${[...new Set(faults)].join('; ')}`);
  };
