import { checkSchemas } from './check-schemas.ts';
import type { Contract } from './contract.ts';
import { loadDocument } from './load-document.ts';
import { readContract } from './read-contract.ts';

export interface LoadOptions {
  /**
   * Whether schemas are looked at one by one. A description that our tests have held against every rule need not be
   * checked again at each start.
   */
  readonly trusted: boolean;
}

export const loadContract = async (fileOrFolder: string, { trusted }: LoadOptions): Promise<Contract> => {
  const contract = readContract(await loadDocument(fileOrFolder));
  if (trusted) return contract;
  return { ...contract, findings: [...contract.findings, ...checkSchemas(contract.document, contract.operations)] };
};
