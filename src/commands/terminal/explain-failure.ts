import { explainListening } from '../../edges/system/explain-listening.ts';
import { ContractError } from '../../engine/contract/diagnostic.ts';
import { StoreError } from '../../engine/sandbox/store.ts';
import { FileError, formatFault, ConfigError } from '../../kernel/user-errors.ts';

/** One line for an error that a user can fix; undefined for an internal error. */
export const explainFailure = (error: unknown): string | undefined => {
  if (error instanceof ContractError) return formatFault(error);
  if (error instanceof FileError) return error.faults.map(formatFault).join('\nvatmock: ');
  if (error instanceof StoreError || error instanceof ConfigError) return error.message;
  return explainListening(error);
};
