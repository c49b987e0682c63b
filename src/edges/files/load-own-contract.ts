import type { Contract, Operation } from '../../engine/contract/contract.ts';
import { type AsyncApi, loadAsyncApi, withSentEvents } from '../../engine/contract/asyncapi.ts';
import { loadContract } from '../../engine/validation/load-contract.ts';
import type { SchemaObject } from '../../engine/contract/walk-schema.ts';
import { PROBLEMS } from '../../vat/policy/problem.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { once } from '../../kernel/caches.ts';
import { packageFile } from './package-files.ts';
import { preparedFiles } from './prepared-files.ts';

/** The bundled API descriptions: operations and events. */
interface OwnContract {
  readonly contract: Contract;
  /** The OpenAPI description as one document. */
  readonly openApi: SchemaObject;
  readonly asyncApi: AsyncApi;
}

/**
 * The server cannot start without its event description, a separate file that must exist and be valid. The files of the
 * package do not change at runtime: all servers of a process share what is loaded.
 */
export const loadOwnContract = once(async (): Promise<OwnContract> => {
  const [described, asyncApi] = await Promise.all([
    loadContract(packageFile('spec', 'openapi.yaml'), { trusted: true, prepared: preparedFiles, problems: PROBLEMS }),
    loadOwnEvents(),
  ]);
  return { contract: withSentEvents(described, asyncApi.events), openApi: described.document, asyncApi };
});

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

export const loadOwnEvents = once((): Promise<AsyncApi> =>
  loadAsyncApi(packageFile('spec', 'asyncapi.yaml'), { prepared: preparedFiles }),
);
