import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { GenericContainer, Wait } from 'testcontainers';

/** In the container. */
const PORT = 4010;
const READY = '/__admin/ready';
const MOST_SECONDS = 60;
/** The machine of the tests, as a container calls it. */
const TEST_HOST = process.env['VATMOCK_TEST_HOST'] ?? 'host.docker.internal';

/** Delays of scenarios are recorded and not waited for. */
const SETTINGS = { VATMOCK_DELAYS: 'skip', VATMOCK_LOG_LEVEL: 'warn' };

export interface StubOptions {
  /** By default that of `VATMOCK_IMAGE`, else `vatmock`. */
  readonly image?: string;
  /** The container outlives the tests and serves the next ones, too. */
  readonly reuse?: boolean;
  /** Further settings: docs/configuration.md. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A mistake of the client, with the rule of the API description that it breaks. */
export interface Finding {
  readonly rule: string;
  readonly title: string;
  readonly detail: string;
  readonly quote: string;
  readonly remedy: string;
  /** False if a correct client could look the same: it fails no test. */
  readonly certain: boolean;
}

export interface Verdict {
  readonly verdict: 'met' | 'not-met' | 'open';
  readonly expectations: readonly {
    readonly verdict: Verdict['verdict'];
    readonly wanted: string;
    readonly came: string;
    readonly because: string | null;
  }[];
}

export interface DeliveryCriteria {
  readonly webhookId?: string;
  readonly eventId?: string;
  readonly eventType?: string;
  readonly status?: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly count?: number;
  /** In real time, such as `PT5S`. */
  readonly timeout?: string;
}

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly httpStatus: number | null;
  readonly attempts: number;
}

/** What a client needs to use its sandbox. */
interface Credentials {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sellers: readonly string[];
  readonly baseUrl: string;
  readonly tokenUrl: string;
}

const createSandbox = async (url: string, wish: object) => {
  /** Any call of the control API. */
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/__admin${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const credentials = (await control('POST', '/sandboxes', wish)) as Credentials;
  const ours = `?sandbox=${credentials.id}`;
  const active: string[] = [];

  const sandbox = {
    ...credentials,
    /** Any call about this sandbox: a path below `/__admin`, without a query. */
    control: (method: string, path: string, body?: object) => control(method, path + ours, body),
    /** Starts a scenario, and has `verify` look at its verdict. */
    activate: async (scenario: string): Promise<void> => {
      await sandbox.control('POST', `/scenarios/${scenario}/activate`);
      active.push(scenario);
    },
    verdict: async (scenario: string) => (await sandbox.control('GET', `/scenarios/${scenario}/verdict`)) as Verdict,
    /** Lets time pass, such as `PT72H`: all that falls due has happened when it returns. */
    advance: async (by: string): Promise<void> => {
      await sandbox.control('POST', '/clock/advance', { by });
    },
    awaitDeliveries: async (criteria: DeliveryCriteria) =>
      ((await sandbox.control('POST', '/deliveries/await', criteria)) as { readonly data: readonly Delivery[] }).data,
    findings: async () => ((await sandbox.control('GET', '/findings')) as { readonly data: readonly Finding[] }).data,
    /** Fails with what scenarios expected in vain, and with every certain finding. */
    verify: async (): Promise<void> => {
      const faults: string[] = [];
      for (const scenario of active)
        for (const { verdict, wanted, came, because } of (await sandbox.verdict(scenario)).expectations)
          if (verdict !== 'met') faults.push(`${scenario}: expected ${wanted}; ${came}. ${because ?? ''}`);
      for (const { certain, rule, title, detail, quote, remedy } of await sandbox.findings())
        if (certain) faults.push(`${rule}: ${title}\n  ${detail}\n  API description: "${quote}"\n  ${remedy}`);
      assert.ok(faults.length === 0, faults.join('\n'));
    },
    delete: async (): Promise<void> => {
      await control('DELETE', `/sandboxes/${credentials.id}`);
    },
  };
  return sandbox;
};

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;

const createStub = (url: string, testHost: string, stop: () => Promise<void>) => {
  const stub = {
    url,
    /** Where the stub reaches a receiver that listens on this port of the machine of the tests. */
    receiverUrl: (port: number): string => `http://${testHost}:${String(port)}`,
    /** Members of `POST /__admin/sandboxes`, all optional. */
    createSandbox: (wish: object = {}): Promise<Sandbox> => createSandbox(url, wish),
    /** A sandbox for one test: verified when the test has passed, and deleted. */
    inSandbox: async (test: (sandbox: Sandbox) => Promise<void>): Promise<void> => {
      const sandbox = await stub.createSandbox();
      try {
        await test(sandbox);
        await sandbox.verify();
      } finally {
        await sandbox.delete();
      }
    },
    stop,
  };
  return stub;
};

export type Stub = ReturnType<typeof createStub>;

/** What is handed to Testcontainers. */
export const defineContainer = ({
  image = process.env['VATMOCK_IMAGE'] ?? 'vatmock',
  reuse = false,
  settings = {},
}: StubOptions = {}): GenericContainer => {
  const container = new GenericContainer(image)
    .withExposedPorts(PORT)
    .withExtraHosts([{ host: TEST_HOST, ipAddress: 'host-gateway' }])
    // Only this machine reaches the published port.
    .withEnvironment({ ...SETTINGS, VATMOCK_CONTROL_ACCESS: 'open', VATMOCK_WEBHOOK_ALLOW: TEST_HOST, ...settings })
    .withWaitStrategy(Wait.forHttp(READY, PORT))
    .withStartupTimeout(MOST_SECONDS * 1000);
  return reuse ? container.withReuse() : container;
};

const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

const startProgram = async (command: string, settings: StubOptions['settings']): Promise<Stub> => {
  const port = await findPort();
  // A shell runs it, and a package runner may be between: the group has to end.
  const program = spawn(`${command} serve --port ${String(port)}`, {
    shell: true,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...SETTINGS, ...settings },
  });
  const end = (): void => {
    if (program.exitCode === null && program.pid !== undefined) process.kill(-program.pid, 'SIGTERM');
  };
  process.once('exit', end);
  const url = `http://127.0.0.1:${String(port)}`;
  const deadline = performance.now() + MOST_SECONDS * 1000;
  const isReady = (): Promise<boolean> =>
    fetch(url + READY).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (program.exitCode !== null) throw new Error(`"${command}" exited with ${String(program.exitCode)}`);
    if (performance.now() > deadline)
      throw new Error(`"${command}" was not ready after ${String(MOST_SECONDS)} seconds`);
    await pause(50);
  }
  return createStub(url, '127.0.0.1', async () => {
    process.off('exit', end);
    if (program.exitCode !== null) return;
    const ended = once(program, 'exit');
    end();
    await ended;
  });
};

/**
 * Uses the stub that runs at `VATMOCK_URL`; else starts the program that `VATMOCK_COMMAND` names, such as `npx vatmock`; else
 * a container.
 */
export const startStub = async (options: StubOptions = {}): Promise<Stub> => {
  const { VATMOCK_URL: running = '', VATMOCK_COMMAND: command = '' } = process.env;
  if (running !== '') return createStub(running.replace(/\/+$/, ''), '127.0.0.1', () => Promise.resolve());
  if (command !== '') return startProgram(command, options.settings);
  const container = await defineContainer(options)
    .start()
    .catch((cause: unknown) => {
      throw new Error(`no container: ${String(cause)}; without a container engine, set VATMOCK_COMMAND`, { cause });
    });
  const url = `http://${container.getHost()}:${String(container.getMappedPort(PORT))}`;
  return createStub(url, TEST_HOST, async () => {
    if (options.reuse !== true) await container.stop();
  });
};
