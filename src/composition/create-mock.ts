import { createAdmitStranger } from '../engine/rate-limiting/counters.ts';
import { createGuessLimit } from '../identity/guess-limit.ts';
import { createSandboxTime } from '../control/clock/sandbox-time.ts';
import { faultOfNode } from '../kernel/node-version.js';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import { parseDuration } from '../kernel/duration.ts';
import { once } from '../kernel/caches.ts';
import { openApi, toLiveStates } from './api.ts';
import { createShutdown } from './shutdown.ts';
import { openHttpRoutes } from './http-routes.ts';
import { type ReplayOverrides, createRuntimeContext } from './runtime-context.ts';
import { openConsoleAccess, openIdentity } from './identity.ts';
import { trackOrganizations } from './known-organizations.ts';
import type { Mock, MockOptions } from './mock.ts';
import type { States } from '../control/state/states.ts';
import { createObservers } from './observers.ts';
import { openOwnFixtures, openOwnScenarios, openOwnStoryboards } from './own-files.ts';
import { openWebhooks } from './own-webhooks.ts';
import type { Foundation } from './foundation.ts';
import type { ServerParts } from './parts.ts';
import { openPersistence } from './persistence.ts';
import { internalUrlOf } from './address.ts';
import { type ServerFacts, openServer, toServerFacts } from './server.ts';
import type { Handle } from '../kernel/http.ts';

/** A mock with access to its internals. */
export interface OpenedMock {
  readonly mock: Mock;
  readonly handle: Handle;
  readonly place: States['place'];
}

export interface StartedServer extends ServerFacts {
  /** Where sandboxes are stored: `memory`, a folder or a database, without a password. */
  readonly storage: string;
  /** The programmatic API of the same server. */
  readonly openMock: () => Promise<OpenedMock>;
  /** What a server does between a signal to stop and `close`, so that no request is left without a response. */
  readonly drain: () => Promise<void>;
}

/**
 * Starts a stub server in this process, as the command line and the container do. Several servers can run side by side;
 * they share no state.
 *
 * All settings are optional: those of the command line by their names in camel case (docs/configuration.md), with port
 * 0, a free port, as the default. Durations are ISO 8601 texts (`PT30S`), sizes are bytes.
 *
 * @throws ConfigError when a setting is invalid or settings contradict each other; the message names each of them
 * @throws ContractError when the API description cannot be loaded; the message names file, line and remedy
 * @throws FileError when a scenario or fixture file is invalid; the message names file, line and remedy
 * @example
 * const mock = await createMock({ delays: 'skip' });
 * const response = await fetch(`${mock.baseUrl}/me`, {
 *   headers: { authorization: `Bearer ${await mock.token()}` },
 * });
 * await mock.close();
 */
export const createMock = async (options: MockOptions = {}): Promise<Mock> => {
  const fault = faultOfNode(process.versions.node);
  if (fault !== undefined) throw new Error(fault);
  return (await openMock(options)).mock;
};

export const openMock = async (options: MockOptions, replayOverrides: ReplayOverrides = {}): Promise<OpenedMock> =>
  (await startServer(options, replayOverrides)).openMock();

/**
 * The only place that wires everything together. Each line creates one part of src/composition, which may use the parts
 * above it; those that need a later one get a function. What a start does not need is loaded on first use; in hosted mode
 * with the start, when no stranger can have used up the files that the process may open.
 */
export const startServer = async (
  options: MockOptions,
  replayOverrides: ReplayOverrides = {},
): Promise<StartedServer> => {
  const runtime = await createRuntimeContext(options, replayOverrides);
  const { config, clock, after, senderOf } = runtime;

  // Sandboxes notify the observers, which in turn read clocks and contents from the sandboxes.
  const sandboxes = (): Sandboxes => persistence.sandboxes;
  const known = trackOrganizations(runtime, sandboxes);
  const observers = createObservers(runtime, known, sandboxes, (token) => identity.expiredToken(token));
  const time = createSandboxTime({ sandboxes, wall: clock, after });
  const scenarios = await openOwnScenarios(runtime, known, observers, time);
  const storyboards = await openOwnStoryboards(runtime);
  const webhooks = await openWebhooks(runtime, known, observers, scenarios, sandboxes);
  const ownFixtures = await openOwnFixtures(runtime, async (fixture, taken) =>
    engine.kept?.faultOfFixture(fixture, taken, clock.now()),
  );
  const persistence = await openPersistence(runtime, {
    known,
    observers,
    scenarios,
    webhooks,
    // New sandboxes may begin with records that the engine completes or generates.
    begin: async (work) => engine.kept?.beginWith(work, (await ownFixtures?.all()) ?? [], config.seedRecords),
  });
  const { counters, replication } = persistence;
  const foundation: Foundation = {
    ...runtime,
    known,
    observers,
    time,
    scenarios,
    storyboards,
    ownFixtures,
    webhooks,
    persistence,
    guesses: createGuessLimit({ most: config.maxGuesses, senderOf, counters }),
    admitStranger: createAdmitStranger({ callsPerMinute: config.strangerCallsPerMinute, senderOf, counters }),
  };

  const identity = openIdentity(foundation);
  const engine = await openApi(foundation, identity.authenticator);
  const live = toLiveStates(foundation, engine);
  persistence.sandboxes.share(live);
  const consoleAccess = openConsoleAccess(foundation);
  // A show calls the control API, which controls the show.
  const controlApi: Handle = async (request) => (await loadControlApi()).handle(request);
  const server: ServerParts = { ...foundation, identity, engine, live, consoleAccess, controlApi };

  const loadControl = once(async () => {
    const [contract, { openControl }] = await Promise.all([
      runtime.loadAdminContract(),
      import('./control-services.ts'),
    ]);
    return openControl(server, contract);
  });
  const loadControlApi = once(async () => {
    const [contract, control, { openControlApi }] = await Promise.all([
      runtime.loadAdminContract(),
      loadControl(),
      import('./control-api.ts'),
    ]);
    return openControlApi(server, contract, control);
  });
  const loadConsole =
    consoleAccess &&
    once(async () => (await import('./console-routes.ts')).openConsoleRoutes(server, consoleAccess, loadControl));
  // Another server's show may have to go on here.
  if (replication !== undefined) await loadControl();
  if (runtime.isHosted) {
    const { preload } = await import('./preload.ts');
    await Promise.all([loadControlApi(), preload(server), loadConsole?.().then((console) => console.preload())]);
  }

  const shutdown = createShutdown(server);
  const console: Handle | undefined = loadConsole && (async (request) => (await loadConsole()).handle(request));
  const own = runtime.telemetry.door(openHttpRoutes(server, console));
  const handle = replication === undefined ? own : (await import('./between-servers.ts')).betweenServers(server, own);
  const listening = await openServer(server, handle, shutdown);
  await replication?.listensOn(internalUrlOf(config, listening.port));
  const facts = {
    ...(await toServerFacts(server)),
    metricsUrl: listening.metricsUrl,
    close: async () => {
      await shutdown.close(listening);
      await runtime.forget?.();
    },
  };
  return {
    ...facts,
    storage: persistence.place,
    drain: () => shutdown.drain(listening, parseDuration(config.drainDelay)),
    openMock: async () => {
      const { toMock } = await import('./mock-facade.ts');
      const mock = toMock(server, { facts, loadControl, handle });
      return { mock, handle, place: async (...state) => (await loadControl()).states.place(...state) };
    },
  };
};
