import type { Handle } from '../edges/http/routes.ts';
import type { Engine } from '../engine/create-engine.ts';
import { createAdmitStranger } from '../engine/rate-limiting/counters.ts';
import { createSenderOf } from '../edges/http/sender-network.ts';
import { createGuessLimit } from '../identity/guess-limit.ts';
import { createSandboxTime } from '../control/clock/sandbox-time.ts';
import { MOST_SHOWS, createShows } from '../control/show/shows.ts';
import { createMailboxes } from '../control/mail/mailboxes.ts';
import { faultOfNode } from '../kernel/node-version.ts';
import { createUnderWay } from '../edges/peers/under-way.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import { parseDuration } from '../kernel/duration.ts';
import { once } from '../kernel/caches.ts';
import { openApi, toIsLink } from './api.ts';
import { openConsoleAccess } from './console-access.ts';
import { openConsole } from './console.ts';
import { createShutdown } from './shutdown.ts';
import { openDuty } from './duty.ts';
import { openHttpRoutes } from './http-routes.ts';
import { betweenServers } from './between-servers.ts';
import { createRuntimeContext } from './runtime-context.ts';
import { openIdentity } from './identity.ts';
import { trackOrganizations } from './known-organizations.ts';
import { lazyRef } from './lazy-ref.ts';
import { toLiveStates } from './live-states.ts';
import type { ReplayOverrides, Mock, MockOptions, OpenedMock, StartedServer } from './mock.ts';
import { createObservers } from './observers.ts';
import { openOwnScenarios } from './own-scenarios.ts';
import { openBehaviours } from './behaviours.ts';
import { openOwnStoryboards } from './own-storyboards.ts';
import { openWebhooks } from './own-webhooks.ts';
import { openPersistence } from './persistence.ts';
import { openQuotaPlaces } from './quota-places.ts';
import { internalUrlOf } from './address.ts';
import { preload } from './preload.ts';
import { openServer, toServerFacts } from './server.ts';

export type {
  Mock,
  MockClock,
  MockDeliveries,
  MockOptions,
  MockOrders,
  MockRequests,
  OpenedMock,
  ReplayOverrides,
  StartedServer,
} from './mock.ts';
export type { MockApp } from '../edges/http/mountable-app.ts';
export type { MockScenario } from '../edges/programmatic/mock-scenarios.ts';
export type { MockScenarios } from '../edges/programmatic/mock-scenarios.ts';
export type { CoverageReport, Finding } from '../generated/control-schemas.ts';
export type { Breach, ExchangeSummary, Notice } from '../engine/ports/ports.ts';

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
 * above it. What a start does not need is loaded on first use; in hosted mode with the start, when no stranger can have
 * used up the files that the process may open.
 */
export const startServer = async (
  options: MockOptions,
  replayOverrides: ReplayOverrides = {},
): Promise<StartedServer> => {
  const runtime = await createRuntimeContext(options, replayOverrides);
  const { clock, after } = runtime;

  // Circular dependencies. Sandboxes notify the observers, which in turn read clocks and contents from the
  // sandboxes. A show calls the control API, which controls the show.
  const sandboxes = lazyRef<Sandboxes>('the sandboxes');
  const handleControl = lazyRef<Handle>('the control API');
  // New sandboxes may begin with records that the engine generates.
  const engine = lazyRef<Engine>('the engine');

  const known = trackOrganizations(runtime, { sandboxes });
  const places = openQuotaPlaces(runtime);
  const observers = createObservers(runtime, { known, sandboxes });
  const time = createSandboxTime({ sandboxes: sandboxes.get, wall: clock, after });
  const scenarios = await openOwnScenarios(runtime, { known, observers, time });
  const storyboards = await openOwnStoryboards(runtime);
  const behaviours = await openBehaviours(runtime);
  // Of a database, there are as many as sandboxes.
  const shows = createShows({ most: runtime.config.databaseUrl === undefined ? MOST_SHOWS : Infinity });
  const webhooks = await openWebhooks(runtime, { known, observers, scenarios, sandboxes, places });
  const mailbox = createMailboxes();
  const duty = openDuty(runtime);
  const underWay = createUnderWay(after);
  const persistence = await openPersistence(runtime, {
    ...{ known, observers, scenarios, storyboards, webhooks, duty, underWay },
    seedRecords: (work) => engine.get().seedRecords(work, runtime.config.seedRecords),
  });
  sandboxes.isMade(persistence.sandboxes);

  const { counters } = persistence;
  const senderOf = createSenderOf(runtime.config.trustedProxies);
  const guesses = createGuessLimit({ most: runtime.config.maxGuesses, senderOf, counters });
  const callsPerMinute = runtime.config.strangerCallsPerMinute;
  const admitStranger = createAdmitStranger({ callsPerMinute, senderOf, counters });
  const identity = openIdentity(runtime, { known, persistence, guesses, notes: observers.tokens });
  const apiParts = { known, observers, scenarios, behaviours, webhooks, mailbox, persistence, identity, admitStranger };
  const api = await openApi(runtime, apiParts);
  engine.isMade(api);
  const live = toLiveStates({ observers, known, webhooks, mailbox, shows, api });
  persistence.sandboxes.share(live);

  const consoleAccess = openConsoleAccess(runtime, { known, persistence });
  const loadControl = once(async () => {
    const { openControl } = await import('./control-services.ts');
    return openControl(runtime, {
      ...{
        known,
        observers,
        time,
        scenarios,
        storyboards,
        shows,
        webhooks,
        mailbox,
        live,
        persistence,
        places,
        api,
        identity,
        consoleAccess,
        duty,
      },
      handleControl: (request) => handleControl.get()(request),
    });
  });
  const shutdown = createShutdown({
    observers,
    scenarios,
    storyboards,
    behaviours,
    webhooks,
    persistence,
    duty,
    after,
  });
  const loadControlApi = once(async () => {
    const [control, { openControlApi }] = await Promise.all([loadControl(), import('./control-api.ts')]);
    const parts = { known, observers, persistence, control, identity, guesses, consoleAccess, duty };
    return openControlApi(runtime, parts);
  });

  const controlApi: Handle = async (request) => (await loadControlApi()).handle(request);
  handleControl.isMade(controlApi);
  const console = openConsole(runtime, {
    access: consoleAccess,
    known,
    persistence,
    guesses,
    visitors: loadControl,
    senderOf,
  });
  // Another server's show may have to go on here.
  if (persistence.replication !== undefined) await loadControl();
  const { contract, adminContract } = runtime;
  if (runtime.isHosted)
    await Promise.all([loadControlApi(), preload(scenarios, [contract, adminContract]), console?.preload()]);

  const isLink = toIsLink({ known, persistence });
  const routes = { observers, webhooks, identity, api, controlApi, console: console?.handle, admitStranger, isLink };
  const handle = betweenServers(
    runtime,
    { persistence, identity, known, consoleAccess, underWay },
    runtime.telemetry.door(openHttpRoutes(runtime, routes)),
  );
  const server = await openServer(runtime, { handle, duty, shutdown, peers: persistence.replication?.peerDoor });
  await persistence.replication?.listensOn(internalUrlOf(runtime.config, server.port));
  const facts = {
    ...(await toServerFacts(runtime, { api })),
    metricsUrl: server.metricsUrl,
    close: async () => {
      await shutdown.close(server);
      await runtime.forget?.();
    },
  };
  return {
    ...facts,
    storage: persistence.place,
    drain: () => shutdown.drain(server, parseDuration(runtime.config.drainDelay)),
    openMock: async () => {
      const [control, { toMock }] = await Promise.all([loadControl(), import('./mock-facade.ts')]);
      const mock = toMock(runtime, {
        facts,
        known,
        observers,
        scenarios,
        persistence,
        control,
        identity,
        handle,
        underWay,
      });
      return { mock, handle, place: control.place };
    },
  };
};
