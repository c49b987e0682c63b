import { MEBIBYTE, integer } from './setting.ts';

/** What the server takes in at once. */
export const INTAKE_SETTINGS = {
  maxConnections: integer({
    flag: 'max-connections',
    env: 'VATMOCK_MAX_CONNECTIONS',
    minimum: 10,
    maximum: 100_000,
    fallback: '2000',
    value: 'NUMBER',
    help: 'Maximum number of open connections. Further ones get 503 and are closed.',
  }),
  maxConnectionsPerAddress: integer({
    flag: 'max-connections-per-address',
    env: 'VATMOCK_MAX_CONNECTIONS_PER_ADDRESS',
    minimum: 1,
    maximum: 100_000,
    fallback: '2000',
    hostedFallback: '500',
    value: 'NUMBER',
    help: 'Maximum number of open connections of one address (IPv6: of one /64 network). Behind a proxy, all clients have the address of the proxy.',
  }),
  maxMemory: integer({
    flag: 'max-memory',
    env: 'VATMOCK_MAX_MEMORY',
    minimum: 0,
    maximum: 64 * 1024 * 1024 * MEBIBYTE,
    fallback: '0',
    value: 'BYTES',
    help: 'Memory that the process may take. From 85 % of it, or of the heap limit of Node, bodies of more than 64 KiB, responses of more than 1 MiB, exports, imports and snapshots return 503 with Retry-After. What tenants may keep in memory follows from it too (docs/configuration.md). 0 stands for the limit of the container, or else for the memory of the machine; in local mode for no such limit.',
  }),
  maxBytesInFlight: integer({
    flag: 'max-bytes-in-flight',
    env: 'VATMOCK_MAX_BYTES_IN_FLIGHT',
    minimum: MEBIBYTE,
    maximum: 64 * 1024 * MEBIBYTE,
    fallback: String(256 * MEBIBYTE),
    hostedFallback: String(48 * MEBIBYTE),
    value: 'BYTES',
    help: 'Memory for the bodies of all requests in progress and for responses of more than 1 MiB that are being sent; a quarter is reserved for bodies up to 64 KiB. Beyond it, requests with a body or such a response return 503 with Retry-After. In hosted mode, one organization or address may use a third of it. A process with little memory allows less.',
  }),
};
