import type { ControlServices } from '../../control/control-services.ts';
import type { Readiness } from '../../control/readiness.ts';
import type { VerifyingKey } from '../../identity/key-ring.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { answer, defineBehaviours } from './behaviour/control-behaviour.ts';

/** For the operator of the server: its health, its data, its signing keys, and the servers beside it. */
export const serverOperations = (
  { takeBackup, signingKeys, replicas }: ControlServices,
  { version, readiness }: { readonly version: string; readonly readiness: () => Promise<Readiness> },
) =>
  defineBehaviours({
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

const toShownKey = ({ kid, endsAt }: VerifyingKey) => ({
  kid,
  signs: endsAt === Infinity,
  endsAt: endsAt === Infinity ? null : toIsoDateTime(endsAt),
});
