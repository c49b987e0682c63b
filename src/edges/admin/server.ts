import type { ControlServices } from '../../control/control-services.ts';
import type { Readiness } from '../../control/readiness.ts';
import type { Contract, Operation } from '../../engine/contract/contract.ts';
import type { VerifyingKey } from '../../identity/key-ring.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { answer, defineBehaviours } from './behaviour/control-behaviour.ts';

/** For the operator of the server: its calls and its health, its data, its signing keys, and the servers beside it. */
export const serverOperations = (
  { takeBackup, signingKeys, replicas }: ControlServices,
  {
    version,
    adminContract,
    readiness,
  }: { readonly version: string; readonly adminContract: Contract; readonly readiness: () => Promise<Readiness> },
) => {
  const index = {
    name: 'vatmock',
    version,
    documentation: 'docs/control-api.md',
    calls: callsOf(adminContract),
  } as const;
  return defineBehaviours({
    getIndex: () => index,
    getHealth: () => ({ status: 'UP' as const, version }),
    getReadiness: async () => {
      const status = await readiness();
      return status === 'READY' ? { status } : answer({ status: 503, body: { status } });
    },

    takeBackup: async () => answer({ live: { mediaType: 'application/vnd.sqlite3', pieces: await takeBackup() } }),

    listSigningKeys: async () => ({ data: (await signingKeys.list()).map(toShownKey) }),
    rotateSigningKeys: async ({ body: { window } = {} }) => ({
      data: (await signingKeys.rotate(window)).map(toShownKey),
    }),

    listServers: () => replicas.list(),
  });
};

/** The control API's operations, from its description; contains no sandbox data. */
const callsOf = (contract: Contract) =>
  contract.operations.map((operation) => ({
    method: operation.method,
    path: contract.basePath + operation.path,
    summary: summaryOf(operation, contract),
  }));

const summaryOf = ({ path, method }: Operation, { document }: Contract): string => {
  const { paths } = document as unknown as Described;
  return paths[path]?.[method.toLowerCase()]?.summary ?? '';
};

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
}

const toShownKey = ({ kid, endsAt }: VerifyingKey) => ({
  kid,
  signs: endsAt === Infinity,
  endsAt: endsAt === Infinity ? null : toIsoDateTime(endsAt),
});
