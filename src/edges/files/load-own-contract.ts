import type { Assumption, AssumptionsFile } from '../../generated/assumptions-file.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { loadContract } from '../../engine/validation/load-contract.ts';
import type { SchemaObject } from '../../engine/contract/walk-schema.ts';
import { PROBLEMS } from '../../vat/policy/problem.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { once } from '../../kernel/caches.ts';
import { loadYaml } from './load-yaml.ts';
import { packageFile, packageJson } from './package-files.ts';
import { preparedFiles } from './prepared-files.ts';

/**
 * The bundled API: its operations and its events. The files of the package do not change at runtime: all servers of a process
 * share what is loaded.
 */
export const loadOwnContract = once((): Promise<Contract> =>
  loadContract(packageFile('spec', 'openapi.yaml'), {
    trusted: true,
    prepared: preparedFiles,
    problems: PROBLEMS,
    asyncapi: packageFile('spec', 'asyncapi.yaml'),
  }),
);

/** The description of the control API. */
export const loadAdminContract = once((): Promise<Contract> =>
  loadContract(packageFile('spec', 'admin.yaml'), { trusted: true, prepared: preparedFiles, problems: PROBLEMS }),
);

/** The control API of a server with a third-party description: without the calls that are about the bundled API. */
export const loadGeneralAdminContract = once(async (): Promise<Contract> => {
  const contract = await loadAdminContract();
  const all = contract.document['paths'] as Readonly<Record<string, Readonly<Record<string, SchemaObject>>>>;
  const isCall = ([method]: readonly [string, unknown]): boolean => /^(?:get|put|post|delete|patch)$/.test(method);
  const paths = Object.entries(all)
    .map(([path, item]) => [path, Object.entries(item).filter(([, call]) => call['x-bundled-api'] !== true)] as const)
    .filter(([, left]) => left.some(isCall))
    .map(([path, left]) => [path, Object.fromEntries(left)] as const);
  const used = new Set(paths.flatMap(([, item]) => Object.values(item).flatMap((call) => call['tags'])));
  const tags = (contract.document['tags'] as readonly { readonly name: string }[]).filter(({ name }) => used.has(name));
  const document = { ...contract.document, tags, paths: Object.fromEntries(paths) };
  const operations = contract.operations.filter(({ pointer }) => valueAt(document, pointer) !== undefined);
  return { ...contract, operations, document };
});

/** What the description leaves open, and the alternatives. */
export const loadAssumptions = once(async (): Promise<readonly Assumption[]> => {
  const schema = packageJson('spec', 'assumptions.schema.json');
  return (await loadYaml<AssumptionsFile>(packageFile('spec', 'assumptions.yaml'), schema)).assumptions;
});
