import { CHECKED_AT_START, checkExamples } from './check-examples.ts';
import { checkReferences } from '../contract/check-references.ts';
import { compileContract } from './compile-contract.ts';
import { nameOperations } from '../contract/concerned-operations.ts';
import type { Contract, DiscriminatorReading, Operation } from '../contract/contract.ts';
import { compileExpressions } from '../contract/expression.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { type DocumentOptions, loadDocument } from '../contract/load-document.ts';
import { repairSchemas, patternsOf } from '../contract/repair-schemas.ts';
import { readContract } from '../contract/read-contract.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';

export interface LoadOptions extends DocumentOptions {
  /**
   * Whether to skip validating each schema. A description that our tests check in full need not be validated at every
   * start.
   */
  readonly trusted: boolean;
  /** The problem catalogue; by default the engine's own types. */
  readonly problems?: ProblemCatalogue;
  /** How discriminators of a foreign description are read. */
  readonly discriminators?: DiscriminatorReading;
  /** Maximum number of examples to validate against their schemas. */
  readonly examples?: number;
}

export const loadContract = async (
  fileOrFolder: string,
  { trusted, problems, discriminators = 'choose', examples = CHECKED_AT_START, ...options }: LoadOptions,
): Promise<Contract> => {
  const loaded = await loadDocument(fileOrFolder, options);
  if (trusted) return { ...readContract(loaded, problems), isForeign: false };
  const { document } = loaded;
  const patterns = await compileExpressions(patternsOf(document));
  const ignored = repairSchemas(document, patterns);
  const contract: Contract = { ...readContract(loaded, problems), expressions: patterns.expressions, discriminators };
  const { operations, findings } = contract;
  const isBelowUnread = createIsBelowUnread(operations);
  const isBelowRead = ({ pointer }: Diagnostic): boolean => !isBelowUnread(pointer);
  const dangling = nameOperations(document, operations, checkReferences(loaded).filter(isBelowRead));
  const mended = nameOperations(document, operations, ignored.filter(isBelowRead));
  const served: Contract = { ...contract, operations: withoutSpoiled(contract, dangling) };
  const unresolved = dangling.map(withEffect(served));
  return { ...served, findings: [...findings, ...mended, ...unresolved, ...checkExamples(served, examples)] };
};

/** An unresolvable `$ref` fails the requests that need it: all of the operation's, or only some. */
const withEffect = ({ operations }: Contract): ((finding: Diagnostic) => Diagnostic) => {
  const unserved = new Set(operations.flatMap(({ id, unserved: reason }) => (reason === undefined ? [] : [id])));
  return (finding) =>
    finding.operationId !== undefined && unserved.has(finding.operationId)
      ? finding
      : { ...finding, effect: 'served-where-possible' };
};

/** Faults within an operation that could not be read were reported with the operation. */
const createIsBelowUnread = (operations: readonly Operation[]): ((pointer: string) => boolean) => {
  const unread = operations.filter(({ unserved }) => unserved !== undefined).map(({ pointer }) => `${pointer}/`);
  return (pointer) => unread.some((prefix) => pointer.startsWith(prefix));
};

/**
 * A fault in an operation's own schemas need not keep it from being served (a `description` that is a number is
 * harmless), so those few operations are compiled now. A fault in a shared schema appears when a request needs the
 * schema.
 */
const withoutSpoiled = (contract: Contract, findings: readonly Diagnostic[]): readonly Operation[] => {
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
