import { checkSchemas } from './check-schemas.ts';
import { compileContract } from './compile-contract.ts';
import type { Contract, Operation } from './contract.ts';
import type { Finding } from './finding.ts';
import { type DocumentOptions, loadDocument } from './load-document.ts';
import { readContract } from './read-contract.ts';

export interface LoadOptions extends DocumentOptions {
  /**
   * Whether schemas are looked at one by one. A description that our tests have held against every rule need not be
   * checked again at each start.
   */
  readonly trusted: boolean;
}

export const loadContract = async (fileOrFolder: string, { trusted, ...options }: LoadOptions): Promise<Contract> => {
  const loaded = await loadDocument(fileOrFolder, options);
  const contract = readContract(loaded);
  if (trusted) return { ...contract, isForeign: false };
  const found = checkSchemas(loaded, contract.operations);
  return {
    ...contract,
    operations: withoutSpoiled(contract, found),
    findings: [...contract.findings, ...found],
  };
};

/**
 * A fault in an operation's own schemas need not keep it from being served (a description that is a number does no
 * harm), so those few operations are compiled now. A fault in a shared schema shows when a request needs the schema.
 */
const withoutSpoiled = (contract: Contract, findings: readonly Finding[]): readonly Operation[] => {
  const reasons = new Map<string, string[]>();
  for (const { operationId, message } of findings)
    if (operationId !== undefined) reasons.set(operationId, [...(reasons.get(operationId) ?? []), message]);
  if (reasons.size === 0) return contract.operations;
  const suspects = contract.operations.filter(({ id, unserved }) => unserved === undefined && reasons.has(id));
  const spoiled = new Set(compileContract({ ...contract, operations: suspects }).map(({ operationId }) => operationId));
  return contract.operations.map((operation) =>
    operation.unserved === undefined && spoiled.has(operation.id)
      ? { ...operation, unserved: (reasons.get(operation.id) ?? []).join('; ') }
      : operation,
  );
};
