import type { Contract, Operation } from '../../engine/contract/contract.ts';
import { loadContract } from '../../engine/validation/load-contract.ts';
import { PROBLEMS } from '../../vat/policy/problem.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { once } from '../../kernel/caches.ts';
import { packageFile } from './package-files.ts';
import { preparedFiles } from './prepared-files.ts';

/**
 * The bundled API: its operations and its events. The files of the package do not change at runtime: all servers of a process
 * share what is loaded.
 */
export const loadOwnContract = once((): Promise<Contract> =>
  loadContract(packageFile('spec', 'openapi.yaml'), {
    ...{ trusted: true, prepared: preparedFiles, problems: PROBLEMS },
    asyncapi: packageFile('spec', 'asyncapi.yaml'),
  }),
);

/** The description of the control API. */
export const loadAdminContract = once((): Promise<Contract> =>
  loadContract(packageFile('spec', 'admin.yaml'), { trusted: true, prepared: preparedFiles, problems: PROBLEMS }),
);

/** The control API of a server with a third-party description: without the calls that are about the bundled API. */
export const loadGeneralAdminContract = once(async (): Promise<Contract> => {
  const { document, operations, ...contract } = await loadAdminContract();
  const isGeneral = ({ pointer }: Operation): boolean =>
    (valueAt(document, pointer) as { readonly 'x-bundled-api'?: boolean })['x-bundled-api'] !== true;
  const kept = operations.filter(isGeneral);
  const paths = Object.entries((document as unknown as { readonly paths: Described }).paths).flatMap(([path, item]) => {
    const left = Object.entries(item).filter(
      ([method]) =>
        !METHODS.test(method) || kept.some((each) => each.path === path && each.method === method.toUpperCase()),
    );
    return left.some(([method]) => METHODS.test(method)) ? [[path, Object.fromEntries(left)]] : [];
  });
  return { ...contract, operations: kept, document: { ...document, paths: Object.fromEntries(paths) as Described } };
});

type Described = Readonly<Record<string, object>>;

const METHODS = /^(get|put|post|delete|patch)$/;
