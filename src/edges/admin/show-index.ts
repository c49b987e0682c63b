import type { Contract, Operation } from '../../engine/contract/contract.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { ok } from './behaviour/usual-outcomes.ts';

export interface IndexParts {
  readonly version: string;
  readonly adminContract: Contract;
}

/** Index of the control API's operations, from its description; contains no sandbox data. */
export const showIndex = ({ version, adminContract }: IndexParts) => {
  const { basePath, operations } = adminContract;
  const calls = operations.map((operation) => ({
    method: operation.method,
    path: basePath + operation.path,
    summary: summaryOf(operation, adminContract),
  }));
  const index = ok({ name: 'vatmock', version, documentation: 'docs/control-api.md', calls } as const);
  return defineBehaviours({ getIndex: () => index });
};

const summaryOf = ({ path, method }: Operation, { document }: Contract): string => {
  const { paths } = document as unknown as Described;
  return paths[path]?.[method.toLowerCase()]?.summary ?? '';
};

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
}
