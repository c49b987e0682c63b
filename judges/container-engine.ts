import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Of the body of `POST /containers/create`. */
interface ContainerRequest {
  readonly Image: string;
  readonly Env: readonly string[];
  readonly ExposedPorts: object;
  readonly HostConfig: { readonly ExtraHosts?: readonly string[] };
}

interface ContainerEngine {
  /** For `DOCKER_HOST`. */
  readonly url: string;
  /** What it was asked for, also by containers that are gone. */
  readonly requests: readonly ContainerRequest[];
  /** How many containers there are. */
  readonly count: () => number;
  readonly stop: () => Promise<void>;
}

/** What runs in a container. */
export interface Program {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface Created {
  readonly request: ContainerRequest;
  program?: Program;
}

/** In the image. */
const PORT = '4010/tcp';

/**
 * As much of the API of a container engine as the libraries of Testcontainers call for one container. It starts the program
 * with the environment it is asked for, whatever the image.
 */
export const startContainerEngine = async (
  start: (env: Readonly<Record<string, string>>) => Promise<Program>,
): Promise<ContainerEngine> => {
  const containers = new Map<string, Created>();
  const requests: ContainerRequest[] = [];

  const describeContainer = (id: string) => {
    const { request, program } = containers.get(id)!;
    const ports = { [PORT]: [{ HostIp: '0.0.0.0', HostPort: new URL(program?.url ?? 'http://localhost').port }] };
    const isRunning = program !== undefined;
    const status = isRunning ? 'running' : 'created';
    return {
      Id: id,
      Name: `/${id}`,
      Created: '2026-11-20T09:00:00Z',
      Image: 'sha256:0',
      State: {
        Status: status,
        Running: isRunning,
        StartedAt: '2026-11-20T09:00:00Z',
        FinishedAt: '0001-01-01T00:00:00Z',
      },
      Config: request,
      HostConfig: { ...request.HostConfig, NetworkMode: 'bridge', PortBindings: ports },
      NetworkSettings: { Ports: ports, Networks: { bridge: { NetworkID: 'bridge', IPAddress: '172.17.0.2' } } },
    };
  };

  const answer = async (
    method: string,
    path: string,
    request: IncomingMessage,
  ): Promise<object | string | undefined> => {
    const [, id = ''] = /^\/containers\/(c\d+x0+)(?:\/|$)/.exec(path) ?? [];
    if (path === '/_ping') return 'OK';
    if (path === '/version')
      return { ApiVersion: '1.44', MinAPIVersion: '1.24', Version: '25.0.0', Os: 'linux', Arch: 'amd64' };
    if (path === '/info')
      return { ServerVersion: '25.0.0', OSType: 'linux', OperatingSystem: 'Linux', MemTotal: 0, Name: 'test' };
    if (/^\/images\/.+\/json$/.test(path))
      return { Id: 'sha256:0', RepoTags: ['vatmock:latest'], Config: {}, Os: 'linux' };
    if (path === '/images/json' || path === '/containers/json') return [];
    if (path.endsWith('/prune')) return {};
    if (path === '/networks') return [{ Name: 'bridge', Id: 'bridge', Driver: 'bridge' }];
    if (path.startsWith('/networks/'))
      return { Name: 'bridge', Id: 'bridge', IPAM: { Config: [{ Gateway: '172.17.0.1' }] } };
    if (path === '/containers/create') {
      const asked = (await json(request)) as ContainerRequest;
      const made = `c${String(requests.push(asked))}x`.padEnd(64, '0');
      containers.set(made, { request: asked });
      return { Id: made, Warnings: [] };
    }
    if (path.endsWith('/start')) {
      const made = containers.get(id)!;
      made.program = await start(Object.fromEntries(made.request.Env.map(toPair)));
      return undefined;
    }
    if (method === 'GET' && path.endsWith(`${id}/json`)) return describeContainer(id);
    if (path.endsWith('/logs')) return '';
    if (method === 'DELETE' || /\/(?:stop|kill)$/.test(path)) {
      await containers.get(id)?.program?.stop();
      if (method === 'DELETE') containers.delete(id);
      return undefined;
    }
    throw new Error(`${method} ${path} is no call that was foreseen`);
  };

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://engine').pathname.replace(/^\/v\d\.\d+/, '');
    answer(request.method ?? '', path, request).then(
      (body) => {
        const status = body === undefined ? 204 : path === '/containers/create' ? 201 : 200;
        response.writeHead(status, {
          'content-type': 'application/json',
          'api-version': '1.44',
          'docker-experimental': 'false',
          ostype: 'linux',
        });
        response.end(typeof body === 'object' ? JSON.stringify(body) : body);
      },
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ message: String(error) }));
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `tcp://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    count: () => containers.size,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      for (const { program } of containers.values()) await program?.stop();
    },
  };
};

const toPair = (variable: string): readonly [string, string] => {
  const at = variable.indexOf('=');
  return [variable.slice(0, at), variable.slice(at + 1)];
};
