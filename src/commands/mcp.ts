import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { packageFile, packageJson } from '../edges/files/package-files.ts';
import { explainListening } from '../edges/system/explain-listening.ts';
import { stayAwake } from '../edges/system/time.ts';
import { remote } from './remote/remote.ts';
import { RemoteError } from './remote/remote-error.ts';
import { type ServerAccess, createServerAccess } from './remote/server-access.ts';
import { readServer } from './remote/server-flags.ts';
import { UsageError } from './terminal/exit-codes.ts';

/** Calls the control API in the sandbox of the agent. Throws an error whose message says why the server refuses. */
export type Ask = (
  method: 'GET' | 'POST',
  path: string,
  options?: { readonly query?: Readonly<Record<string, string>>; readonly body?: unknown },
) => Promise<unknown>;

export interface Offer {
  readonly version: string;
  /** Whether tools may change the sandbox. */
  readonly mayChange: boolean;
  /** Paths of the control API: tools without their call are not offered. If empty, all are. */
  readonly paths: readonly string[];
}

/** What `mcp/serve.ts` exports: the packages of the protocol are installed and bundled apart, since nothing else needs them. */
export interface Serving {
  /** Serves the program that has started this one; resolves when that closes its end. */
  readonly serveOverStdio: (offer: Offer, ask: Ask) => Promise<void>;
  /** Serves programs of this machine. `askAs` calls with the authorization that a request brings; empty if it brings none. */
  readonly serveOverHttp: (
    offer: Offer,
    askAs: (authorization: string) => Ask,
    port: number,
  ) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
}

const BUILT = packageFile('dist', 'mcp.js');

/** Answers a coding agent's questions about a running server, by the Model Context Protocol. */
export const run = remote((input, terminal) => {
  const port = readPort(input.text('port'));
  const options = readServer(input, terminal.env);
  return async (server) => {
    if (!existsSync(BUILT))
      throw new RemoteError('"npm run build" makes the part of vatmock that speaks to agents, dist/mcp.js');
    const { serveOverHttp, serveOverStdio } = (await import(pathToFileURL(BUILT).href)) as Serving;
    const { version } = packageJson('package.json') as { readonly version: string };
    const offer = { version, mayChange: input.isSet('allow-changes'), paths: await readPaths(server) };
    const sleep = stayAwake();
    try {
      if (port === undefined) {
        await serveOverStdio(offer, server.json);
        return;
      }
      const askAs = (authorization: string) => {
        // What it opens closes by itself when it is idle.
        const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
        return token === undefined
          ? server.json
          : createServerAccess({ ...options, credentials: { kind: 'token', token } }).json;
      };
      const { url, close } = await serveOverHttp(offer, askAs, port).catch((error: unknown) => {
        throw new RemoteError(explainListening(error) ?? String(error));
      });
      terminal.print(`Model Context Protocol at ${url}; Ctrl-C stops it.`);
      await terminal.whenStopped();
      await close();
    } finally {
      sleep();
    }
  };
});

const readPort = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new UsageError(`--port must be a port, but is "${text}"`);
  return Number(text);
};

/** The calls that this server has. None if it is not running yet: agents start this command before it. */
const readPaths = async (server: ServerAccess): Promise<readonly string[]> => {
  try {
    const { paths } = (await server.json('GET', '/openapi.json')) as { readonly paths: object };
    return Object.keys(paths);
  } catch {
    return [];
  }
};
