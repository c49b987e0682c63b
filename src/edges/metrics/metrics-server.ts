import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bracketed } from '../http/host-guard.ts';
import { listen } from '../http/http-server.ts';
import type { Metrics } from './metrics.ts';

const METRICS_PATH = '/metrics';

/** A scraper asks at most once a second, over one connection. */
const MOST_CONNECTIONS = 20;
const TIMEOUT = 10_000;

// An import would load more of Node: see kernel/status-codes.ts.
const { createServer } = process.getBuiltinModule('node:http');

/** A listener of its own, so that the metrics can stay inside a network whose clients come from outside. */
export const openMetricsServer = async ({
  host,
  port,
  scrape,
  failed,
}: {
  readonly host: string;
  readonly port: number;
  readonly scrape: Metrics['scrape'];
  readonly failed: (error: unknown) => void;
}) => {
  const server = createServer({ headersTimeout: TIMEOUT, requestTimeout: TIMEOUT }, (request, response) => {
    request.resume();
    const { pathname } = new URL(`http://metrics${request.url?.startsWith('/') === true ? request.url : '/'}`);
    if (pathname !== METRICS_PATH) send(response, 404, `Metrics are at ${METRICS_PATH}.\n`);
    else if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 405, 'Use GET.\n');
    else
      scrape().then(
        ({ contentType, text }) => {
          send(response, 200, text, contentType);
        },
        (error: unknown) => {
          failed(error);
          send(response, 500, 'The metrics cannot be read; the log says why.\n');
        },
      );
  });
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, { port, host });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${bracketed(host)}:${actual}${METRICS_PATH}`,
    close: () =>
      new Promise<void>((resolve) => {
        if (!server.listening) resolve();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};

const send = (response: ServerResponse, status: number, text: string, contentType = 'text/plain'): void => {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
};
