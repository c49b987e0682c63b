import { locateDiagnostics } from '../engine/contract/locate.ts';
import { TOKEN_PATH } from '../identity/realm.ts';
import { toConfiguredReceiver } from '../control/webhooks/configured-endpoint.ts';
import type { Mock } from './mock.ts';
import type { Resource } from '../engine/resources/resource.ts';
import type { ServerParts } from './parts.ts';
import { createBodyBudget } from '../edges/http/body-budget.ts';
import { createHttpServer } from '../edges/http/http-server.ts';
import { beginnings } from '../edges/system/time.ts';
import { guardDoor } from './door.ts';
import { openMetricsDoor } from './telemetry.ts';
import type { createShutdown } from './shutdown.ts';
import type { Handle } from '../kernel/http.ts';

/** The part of the memory for bodies that one of many strangers may use. */
const HOSTED_SHARE = 3;

/** Starts listening for the clients, and for metrics if there are any. */
export const openServer = async (server: ServerParts, handle: Handle, shutdown: ReturnType<typeof createShutdown>) => {
  const { config, address, after, isHosted, memory, telemetry, senderOf, duty, persistence, ownFixtures } = server;
  const peers = persistence.replication?.accept;
  const abandon = async (error: unknown): Promise<never> => {
    await shutdown.abandon();
    throw error;
  };
  await ownFixtures?.open().catch(abandon);
  const mostInFlight = Math.min(config.maxBytesInFlight, memory.shares.bodies);
  const metrics = await openMetricsDoor(config, telemetry, server.observer).catch(abandon);
  const opened = await createHttpServer({
    port: config.port,
    host: config.host,
    handle: guardDoor(server, handle),
    toOrigin: address.toOrigin,
    problemBase: address.url,
    headersTimeout: config.headersTimeout,
    requestTimeout: config.requestTimeout,
    connections: { most: config.maxConnections, mostPerAddress: config.maxConnectionsPerAddress },
    budget: createBodyBudget({
      total: mostInFlight,
      memory: memory.ofProcess,
      perHolder: isHosted ? mostInFlight / HOSTED_SHARE : mostInFlight,
    }),
    meter: duty.meter,
    inTurn: (request, begin) => {
      beginnings.take(['requests', senderOf(request) ?? '', request.header('authorization') ?? ''], begin);
    },
    after,
    ...(peers && { peers }),
  }).catch(async (error: unknown) => {
    await metrics.close();
    return abandon(error);
  });
  address.listensOn(opened.port);
  return {
    ...opened,
    metricsUrl: metrics.url,
    // Scraped to the last: what happens while a server drains is worth seeing.
    drain: async () => {
      await opened.drain();
      await metrics.close();
    },
    close: async () => {
      await opened.close();
      await metrics.close();
      await telemetry.close();
    },
  };
};

/** What a server says of itself, and how to stop it. */
export interface ServerFacts extends Pick<
  Mock,
  'url' | 'baseUrl' | 'tokenUrl' | 'metricsUrl' | 'webhookSecret' | 'contract' | 'findings' | 'close'
> {
  /** What is kept of a third-party description, by inference or by `x-resource`. */
  readonly resources: readonly Resource[];
  /** Names the behaviours of a user, if there are any. */
  readonly behaviours: string | undefined;
}

/** What a listening server says of itself. */
export const toServerFacts = async (server: ServerParts): Promise<Omit<ServerFacts, 'close' | 'metricsUrl'>> => {
  const { contract, address, engine, api, ownBehaviours } = server;
  const url = address.url();
  return {
    url,
    baseUrl: url + contract.basePath,
    tokenUrl: url + TOKEN_PATH,
    webhookSecret: toConfiguredReceiver(server)?.secret,
    contract,
    resources: api.resources ?? [],
    behaviours: ownBehaviours?.source,
    findings: await locateDiagnostics(contract.file, [...engine.findings, ...(api.findings ?? [])], contract.document),
  };
};
