import { createBodyBudget } from '../edges/http/body-budget.ts';
import { type HttpServer, createHttpServer } from '../edges/http/http-server.ts';
import type { Handle } from '../edges/http/dispatcher.ts';
import { guardDoor } from './door.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { Shutdown } from './shutdown.ts';

/** The part of the memory for bodies that one of many strangers may use. */
const HOSTED_SHARE = 3;

/** Starts listening. */
export const openServer = async (
  runtime: RuntimeContext,
  { handle, shutdown }: { readonly handle: Handle; readonly shutdown: Shutdown },
): Promise<HttpServer> => {
  const { config, address, after, isHosted } = runtime;
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
      total: config.maxBytesInFlight,
      memory: runtime.memory.ofProcess,
      perHolder: isHosted ? config.maxBytesInFlight / HOSTED_SHARE : config.maxBytesInFlight,
    }),
    after,
  }).catch(async (error: unknown) => {
    await shutdown.abandon();
    throw error;
  });
  address.listensOn(server.port);
  return server;
};
