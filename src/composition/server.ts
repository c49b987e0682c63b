import type { Engine } from '../engine/create-engine.ts';
import { locateDiagnostics } from '../engine/contract/locate.ts';
import { TOKEN_PATH } from '../identity/realm.ts';
import { toConfiguredReceiver } from '../control/webhooks/configured-endpoint.ts';
import type { ServerFacts } from './mock.ts';
import type { RuntimeContext } from './runtime-context.ts';
import { createBodyBudget } from '../edges/http/body-budget.ts';
import { type HttpServer, createHttpServer } from '../edges/http/http-server.ts';
import type { Handle } from '../edges/http/routes.ts';
import { createSenderOf } from '../edges/http/sender-network.ts';
import { type PeerDoor, acceptFromPeers } from '../edges/peers/accept-from-peers.ts';
import { requestTurns } from '../edges/system/timers.ts';
import { guardDoor } from './door.ts';
import type { Duty } from './duty.ts';
import { openMetricsDoor } from './telemetry.ts';
import type { Shutdown } from './shutdown.ts';

/** The part of the memory for bodies that one of many strangers may use. */
const HOSTED_SHARE = 3;

/** The listener of the clients, and that of the metrics if there are any. */
interface OpenedServer extends HttpServer {
  readonly metricsUrl: string | undefined;
}

interface OpenServerParts {
  readonly handle: Handle;
  readonly duty: Duty;
  readonly shutdown: Shutdown;
  /** How other servers come in; undefined without any. */
  readonly peers: PeerDoor | undefined;
}

/** Starts listening. */
export const openServer = async (
  runtime: RuntimeContext,
  { handle, duty, shutdown, peers }: OpenServerParts,
): Promise<OpenedServer> => {
  const { config, address, after, isHosted } = runtime;
  const abandon = async (error: unknown): Promise<never> => {
    await shutdown.abandon();
    throw error;
  };
  const mostInFlight = Math.min(config.maxBytesInFlight, runtime.memory.shares.bodies);
  const senderOf = createSenderOf(config.trustedProxies);
  const metrics = await openMetricsDoor(config, runtime.telemetry, runtime.observer).catch(abandon);
  const server = await createHttpServer({
    port: config.port,
    host: config.host,
    handle: guardDoor(runtime, handle),
    toOrigin: address.toOrigin,
    problemBase: address.url,
    headersTimeout: config.headersTimeout,
    requestTimeout: config.requestTimeout,
    connections: { most: config.maxConnections, mostPerAddress: config.maxConnectionsPerAddress },
    budget: createBodyBudget({
      total: mostInFlight,
      memory: runtime.memory.ofProcess,
      perHolder: isHosted ? mostInFlight / HOSTED_SHARE : mostInFlight,
    }),
    meter: duty.meter,
    inTurn: (request, begin) => {
      requestTurns.take([senderOf(request) ?? '', request.header('authorization') ?? ''], begin);
    },
    after,
    ...(peers && { peers: acceptFromPeers(peers) }),
  }).catch(async (error: unknown) => {
    await metrics.close();
    return abandon(error);
  });
  address.listensOn(server.port);
  return {
    ...server,
    metricsUrl: metrics.url,
    // Scraped to the last: what happens while a server drains is worth seeing.
    drain: async () => {
      await server.drain();
      await metrics.close();
    },
    close: async () => {
      await server.close();
      await metrics.close();
      await runtime.telemetry.close();
    },
  };
};

/** What a listening server says of itself. */
export const toServerFacts = async (
  runtime: RuntimeContext,
  { api }: { readonly api: Engine },
): Promise<Omit<ServerFacts, 'close' | 'metricsUrl'>> => {
  const { contract, address } = runtime;
  const url = address.url();
  return {
    url,
    baseUrl: url + contract.basePath,
    tokenUrl: url + TOKEN_PATH,
    webhookSecret: toConfiguredReceiver(runtime)?.secret,
    contract,
    resources: runtime.api.keeps?.resources ?? [],
    findings: await locateDiagnostics(contract.file, api.findings, contract),
  };
};
