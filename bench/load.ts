import type autocannon from 'autocannon';
import { installFolder } from '../scripts/install-folder.js';
import type { Server } from './server.ts';
import type { Request } from './work.ts';

export interface Measured {
  readonly requests: number;
  readonly perSecond: number;
  /** Microseconds of the server's CPU; undefined where the machine does not tell. */
  readonly cpuMicroseconds: number | undefined;
  /** Of an answer, its head included. */
  readonly bytes: number;
}

export const CONNECTIONS = 16;

/** It notices the end only when it looks at its counters. Milliseconds. */
const LOOK = 20;

/** How long, or how many requests. */
export type Extent = { readonly seconds: number } | { readonly requests: number };

export const installBench = (): void => {
  installFolder('bench', { what: 'what only the benchmarks use (15 MB)' });
};

const loadAutocannon = async (): Promise<typeof autocannon> => {
  installBench();
  return (await import('autocannon')).default;
};

const toAutocannon = ({ method, path, headers, body, vary }: Request): autocannon.Request => {
  const fixed = { method, path, headers: { ...headers }, ...(body === undefined ? {} : { body }) };
  if (vary === undefined) return fixed;
  return { ...fixed, setupRequest: (request) => ({ ...request, ...vary() }) };
};

/** Sends requests of one kind from this process; an answer with another status is an error. */
export const measure = async (
  server: Pick<Server, 'url' | 'cpuSeconds'>,
  request: Request,
  extent: Extent,
  connections = CONNECTIONS,
): Promise<Measured> => {
  const send = await loadAutocannon();
  const before = server.cpuSeconds();
  const result = await send({
    url: server.url,
    requests: [toAutocannon(request)],
    sampleInt: LOOK,
    connections: 'requests' in extent ? Math.min(connections, extent.requests) : connections,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests }),
  });
  const after = server.cpuSeconds();
  const requests = result.requests.total;
  const asExpected = result.statusCodeStats?.[`${request.status}`]?.count ?? 0;
  if (requests === 0 || asExpected !== requests || result.errors > 0)
    throw new Error(
      `expected ${String(request.status)}, got ${JSON.stringify(result.statusCodeStats)} and ${String(result.errors)} errors`,
    );
  return {
    requests,
    perSecond: requests / result.duration,
    cpuMicroseconds: before === undefined || after === undefined ? undefined : ((after - before) / requests) * 1e6,
    bytes: result.throughput.total / requests,
  };
};
