import { join } from 'node:path';
import { type Config, checkAdminToken, checkOptions } from './config/config.ts';
import { createAdminAuthenticator } from './edges/admin/admin-authenticator.ts';
import { createAdminBehaviours } from './edges/admin/admin-behaviours.ts';
import { assembleStates } from './edges/admin/assemble-states.ts';
import { openCreatedSandboxes } from './edges/admin/created-sandboxes.ts';
import { isPrivate } from './edges/admin/is-loopback.ts';
import { createMailboxes } from './edges/admin/mailboxes.ts';
import { drawSeed } from './edges/admin/make-sandbox.ts';
import { type MockClock, createMockClock } from './edges/admin/mock-clock.ts';
import { type MockDeliveries, createMockDeliveries } from './edges/admin/mock-deliveries.ts';
import { type MockRequests, createMockRequests } from './edges/admin/mock-requests.ts';
import { type MockScenario, createMockScenario } from './edges/admin/mock-scenario.ts';
import { createSandboxTime } from './edges/admin/sandbox-time.ts';
import { type RecordingStart, createCapsules } from './edges/admin/make-capsule.ts';
import { noteControlCalls, notedScenarios } from './edges/admin/note-control-calls.ts';
import type { PlaceState } from './edges/admin/place-state.ts';
import { createSnapshotShelf } from './edges/admin/snapshot-shelf.ts';
import { quotaBeside } from './edges/admin/snapshots.ts';
import { watchClients } from './edges/admin/watch-clients.ts';
import { createFixtures } from './edges/files/create-fixtures.ts';
import { openGivenFixtures } from './edges/files/given-fixtures.ts';
import { loadOrganizations } from './edges/files/load-organizations.ts';
import { openScenarios } from './edges/files/open-scenarios.ts';
import { packageFile, packageVersion } from './edges/files/package-files.ts';
import { fromFetchRequest, toFetchResponse } from './edges/http/fetch-adapter.ts';
import { type Handle, createFrontDoor } from './edges/http/front-door.ts';
import { createHttpServer } from './edges/http/http-server.ts';
import { observed } from './edges/http/observed-door.ts';
import { sufferFault } from './edges/http/suffer-fault.ts';
import { INBOX_PATH, inboxPathForLog } from './edges/inbox/inbox-address.ts';
import { createInboxDoor } from './edges/inbox/inbox-door.ts';
import { createInboxTaker } from './edges/inbox/inbox-taker.ts';
import { createOwnInboxes } from './edges/inbox/own-inboxes.ts';
import { createMemoryStore } from './edges/stores/memory-store.ts';
import { createSqliteStore } from './edges/stores/sqlite-store.ts';
import { secureRandom } from './edges/system/secure-random.ts';
import { systemClock } from './edges/system/system-clock.ts';
import { after } from './edges/system/timers.ts';
import { assembleWebhooks } from './edges/webhooks/assemble-webhooks.ts';
import { tellPauses } from './edges/webhooks/listen/tell-pauses.ts';
import { createRecorder } from './engine/capsule/recorder.ts';
import type { Taker } from './edges/webhooks/sender-chain.ts';
import { anyCredential } from './engine/any-credential.ts';
import type { Contract } from './engine/contract/contract.ts';
import type { LocatedFinding } from './engine/contract/finding.ts';
import { loadContract } from './engine/contract/load-contract.ts';
import { locateFindings } from './engine/contract/locate.ts';
import { createEngine } from './engine/create-engine.ts';
import type { CoverageReport } from './engine/coaching/coverage-report.ts';
import type { Finding } from './engine/coaching/finding.ts';
import { commonGenerators } from './engine/faking/common-generators.ts';
import type { Breach, ExchangeSummary, Observer } from './engine/ports.ts';
import { PROBLEMS_PATH, answerProblemPage } from './engine/problems/problem-pages.ts';
import type { FindSandbox } from './engine/sandbox/find-sandbox.ts';
import { createExpectationWatch } from './engine/scenarios/expectations/expectation-watch.ts';
import type { SandboxScenarios } from './engine/scenarios/sandbox-scenarios.ts';
import type { ScenarioStatus } from './engine/scenarios/scenario-status.ts';
import { type Sandboxes, createSandboxes } from './engine/sandbox/sandboxes.ts';
import { createStatefulResponder } from './engine/responders/stateful.ts';
import { createDeliveryQueries } from './engine/webhooks/delivery-queries.ts';
import { createBearerAuthenticator } from './identity/bearer-authenticator.ts';
import { type ClientDirectory, createClientDirectory } from './identity/client-directory.ts';
import { createIdentityProvider } from './identity/identity-provider.ts';
import { REALMS_PATH, TOKEN_PATH } from './identity/realm.ts';
import { type TokenClocks, createTokens } from './identity/tokens.ts';
import type { Organization } from './identity/organization.ts';
import type { Clock } from './kernel/clock.ts';
import { parseDuration } from './kernel/duration.ts';
import { drawTraceId } from './kernel/ids.ts';
import { type Random, createRandom } from './kernel/random.ts';
import { toSandboxBehaviours } from './vat/behaviour.ts';
import { createBehaviours } from './vat/behaviours.ts';
import { DETECTORS } from './vat/coaching/detectors.ts';
import { createInvitationBehaviours } from './vat/invitations/invitation-behaviours.ts';
import { type DrawLinkSecret, drawSeededSecret, sandboxOfLink } from './vat/invitations/link.ts';
import { jobHandlers } from './vat/jobs.ts';
import { eventFacts } from './vat/samples/event-facts.ts';
import type { ScenarioDefinition } from './vat/scenarios/define-scenario.ts';
import { SIMULATORS } from './vat/simulators/simulators.ts';
import { vatGenerators } from './vat/faking/vat-generators.ts';

const ADMIN_PATH = '/__admin';

/** So long webhooks on their way are waited for at the end. Milliseconds. */
const GRACE_PERIOD = 1000;

/** Settings of a mock; all have defaults. The port is 0: a free one is picked. */
export interface MockOptions extends Partial<Omit<Config, 'logLevel' | 'logFormat'>> {
  readonly clock?: Clock;
  /** What the operator of a server sends as Bearer token to the control API; 16 characters at least. */
  readonly adminToken?: string | undefined;
  /** Hears of every exchange, of unexpected errors, and of answers that do not fit the description. */
  readonly observer?: Partial<Observer>;
}

export interface Mock {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The API's root, with its version segment. */
  readonly baseUrl: string;
  /** Undefined for a foreign description, which has no token endpoint here. */
  readonly tokenUrl: string | undefined;
  readonly contract: Contract;
  /** What of the description is not served, by file and line. */
  readonly findings: readonly LocatedFinding[];
  /** An access token, as the token endpoint would issue it; by default for the first client, which is the demo's. */
  readonly token: (clientId?: string) => Promise<string>;
  /** Answers a request without a socket. */
  readonly handle: (request: Request) => Promise<Response>;
  /** The clock of a sandbox: of the first organization's, which is the demo's, or of the one that is named. */
  readonly clock: MockClock;
  /** Empties a sandbox back to its fixtures: the first organization's, or the one that is named. */
  readonly reset: (sandbox?: string) => Promise<void>;
  /** Keeps the state of a sandbox under a name, where no reset reaches it; one of the same name makes room. */
  readonly snapshot: (name: string, sandbox?: string) => Promise<void>;
  /** Puts a snapshot in the place of everything that its sandbox holds; journal and budgets begin anew. */
  readonly restore: (name: string, sandbox?: string) => Promise<void>;
  /** The scenarios of a sandbox: of the first organization's, or of the one that is named. */
  readonly scenarios: (sandbox?: string) => Promise<MockScenarios>;
  /** Activates a scenario, by its name or as `defineScenario` writes it, and answers what it expects of the client. */
  readonly scenario: (wanted: string | ScenarioDefinition, sandbox?: string) => Promise<MockScenario>;
  /** What came to a sandbox: to the first organization's, or to the one that is named. */
  readonly requests: MockRequests;
  /** Webhooks on their way from a sandbox: from the first organization's, or from the one that is named. */
  readonly deliveries: MockDeliveries;
  /** What of the API the clients of a sandbox have met since its last reset, or since the start. */
  readonly coverage: (sandbox?: string, since?: 'reset' | 'start') => CoverageReport;
  /** What the clients of a sandbox do wrong against the description; the most recent first. */
  readonly clientFindings: (sandbox?: string) => readonly Finding[];
  /** Resolves when nothing is due in any sandbox and no webhook is on its way. */
  readonly idle: () => Promise<void>;
  /** Takes no new requests, lets those in progress finish. */
  readonly close: () => Promise<void>;
}

/** As the control API steers them. */
export interface MockScenarios extends SandboxScenarios {
  /** Checks a scenario written in YAML or JSON, and uploads it. */
  readonly add: (text: string) => Promise<ScenarioStatus>;
}

export type { Breach, CoverageReport, ExchangeSummary, Finding, MockClock, MockDeliveries, MockRequests, MockScenario };

/**
 * Starts a stub server in this process. Several may run side by side; nothing is shared between them.
 *
 * The only place where everything is wired together: the command line, the container and the tests all come through
 * here.
 */
export const createMock = async (options: MockOptions = {}): Promise<Mock> => (await openMock(options)).mock;

/** What is different on a server that only plays again what another one was asked. */
export interface Backstage {
  /** Draws the ids of exchanges. */
  readonly exchangeIds?: Random;
  /** What the other server's own addresses begin with. */
  readonly origin?: string;
  /** Takes deliveries, so that none goes out. */
  readonly taker?: Taker;
}

/** A mock with the way to its inside. */
export interface OpenedMock {
  readonly mock: Mock;
  readonly handle: Handle;
  readonly place: PlaceState;
}

export const openMock = async (options: MockOptions, backstage: Backstage = {}): Promise<OpenedMock> => {
  const { clock = systemClock, observer: listener, adminToken, ...settings } = options;
  const config = checkOptions({ ...settings, port: settings.port ?? 0 });
  const operatorToken = checkAdminToken(adminToken, 'adminToken');
  const observer = completeObserver(listener);
  const isHosted = config.mode === 'hosted';
  // Repeatable where everybody is trusted; where not, nothing is to be foretold.
  const random = isHosted ? secureRandom : createRandom(config.seed);
  let draining = false;
  // Known once the server listens: port 0 means whichever is free.
  let port = config.port;

  const [contract, adminContract, organizations] = await Promise.all([
    config.spec === undefined
      ? loadContract(packageFile('spec', 'openapi.yaml'), { trusted: true })
      : loadContract(config.spec, { trusted: false }),
    loadContract(packageFile('spec', 'admin.yaml'), { trusted: true }),
    isHosted ? [] : loadOrganizations(config.organizations),
  ]);

  const url = (): string => backstage.origin ?? config.publicUrl ?? `http://${hostInUrl(config.host)}:${String(port)}`;
  const toOrigin = (host: string | undefined): string =>
    config.publicUrl ?? (host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : url());

  const mailbox = createMailboxes();
  const engineOptions = {
    generators: { ...commonGenerators, ...vatGenerators },
    clock,
    after,
    mailer: mailbox,
    seed: config.seed,
    limits: { bodyBytes: config.maxBodyBytes, uploadBytes: config.maxUploadBytes, jsonDepth: 32 },
    problemBase: url,
    observer,
  };

  // A foreign description knows no clients: there any credential will do.
  const isForeign = config.spec !== undefined;
  const store = config.data === undefined ? createMemoryStore() : createSqliteStore(join(config.data, 'vatmock.db'));
  const shelf = createSnapshotShelf(store);
  const { webhookEgress: egress } = config;
  const webhooks = await assembleWebhooks(
    {
      egress: egress !== 'auto' ? egress : isPrivate(config) ? 'local' : 'public-only',
      allowed: config.webhookAllow,
      signature: config.webhookSignature,
      timeout: config.webhookTimeout,
      isHosted,
      version: packageVersion(),
    },
    {
      contract,
      clock,
      after,
      observer,
      rules: (sandbox, reading) => scenarios.deliveryRules(sandbox, reading),
      receiver: (organization, news) => {
        clientWatch.watches.receiver(organization, news);
      },
      takers: ({ userAgent }) => [
        ...(backstage.taker === undefined ? [] : [backstage.taker]),
        createInboxTaker(() => inboxes, userAgent),
      ],
      isOwn: (target) => inboxes.readUrl(target) !== undefined,
    },
  );
  const clients = createClientDirectory({
    organizations: isForeign ? [] : organizations,
    clock,
    random: random.split('clients'),
  });
  const expectations = createExpectationWatch({
    redactor: () => clientWatch.redactor,
    sharesNobodys: !isHosted,
    clock,
  });
  const recorder = createRecorder<RecordingStart>({ sharesNobodys: !isHosted, elapsed: () => clock.elapsed() });
  const clientWatch = watchClients({
    contract,
    expectations,
    // What they look for is what our own description says.
    detectors: isForeign ? [] : DETECTORS,
    clients,
    sandboxes: () => sandboxes,
    sharesNobodys: !isHosted,
    clock,
    after,
    hearers: [recorder.hear],
  });
  const forget = (organization: Organization): void => {
    api.forget(organization.uuid, clients.clientsOf(organization.uuid));
    clientWatch.forget(organization);
    recorder.forget(organization.uuid);
    mailbox.forget(organization.uuid);
    webhooks.listeners.forget(organization.sandbox);
    inboxes.forget(organization.uuid);
  };
  const created = await openCreatedSandboxes({
    store,
    clients,
    sandboxes: () => ({
      usedAt: sandboxes.usedAt,
      forget: async (owner) => {
        await shelf.clear(owner.sandbox);
        await sandboxes.forget(owner);
      },
    }),
    limits: {
      count: config.maxSandboxes,
      minIdle: parseDuration(config.sandboxMinIdle),
      timeToLive: config.sandboxTtl === 'never' ? Infinity : parseDuration(config.sandboxTtl),
    },
    clock,
    after,
    observer,
    chance: isHosted ? 'real' : 'seeded',
    randomAt: (position) => random.split(`created-sandboxes/${String(position)}`),
    seedOf: isHosted ? drawSeed : (sandbox) => `${config.seed}/${sandbox}`,
    dropped: forget,
  });
  const quota = { documents: config.sandboxDocuments, bytes: config.sandboxBytes };
  // Whoever guesses a link is in: among strangers it must not follow from a seed.
  const drawLinkSecret: DrawLinkSecret = isHosted ? () => drawSeededSecret(secureRandom) : drawSeededSecret;
  const populate = createFixtures(drawLinkSecret);
  const givenFixtures = openGivenFixtures({ drawSecret: drawLinkSecret, organizationOf: clients.findBySandbox });
  const { scenarios, ...opened } = await openScenarios({
    contract,
    folder: config.scenarios,
    simulators: SIMULATORS,
    fixtures: givenFixtures.words,
    furnish: givenFixtures.furnish,
    simulate: async (work, name, target) => SIMULATORS.get(name)?.run(work, target),
    freeze: async (sandbox, at) => (await time.freeze(sandbox, at)).complete,
    expectations,
    facts: eventFacts,
    after,
    reloaded: (error) => {
      if (error !== undefined) observer.failed(error, '');
    },
  });
  const handlers = { ...jobHandlers, ...webhooks.jobs, ...scenarios.handlers };
  const sandboxes: Sandboxes = createSandboxes({
    store,
    wall: clock,
    seed: config.seed,
    planOf: created.planOf,
    frozenAt: config.frozenAt === undefined ? undefined : Date.parse(config.frozenAt),
    exists: ({ sandbox }) => clients.findBySandbox(sandbox) !== undefined,
    quota,
    quotaOf: async ({ sandbox }) => {
      await shelf.prepare(sandbox);
      return quotaBeside(quota, shelf, sandbox);
    },
    handlers,
    errands: webhooks.errands,
    fanOut: webhooks.fanOut,
    emitted: (sandbox, emitted) => {
      clientWatch.emitted(sandbox, emitted);
      tellPauses(webhooks.listeners, sandbox.id, emitted);
      webhooks.watch.changed(sandbox.organization);
    },
    slots: webhooks.slots,
    after,
    observer,
    populate: (work, { sandbox }) => populate(work, clients.findBySandbox(sandbox)),
  });
  const findSandbox: FindSandbox = ({ pathParameters }, caller) => {
    if (caller?.organization !== undefined) return sandboxes.of(caller.organization);
    const owner = clients.findBySandbox(sandboxOfLink(pathParameters['token']) ?? '');
    return owner === undefined ? undefined : sandboxes.of(owner);
  };
  const firstClient = organizations[0]?.clients[0]?.clientId ?? '';
  const identity = isForeign ? undefined : createIdentity(clock, config, random, clients, sandboxes);
  const behaviours = {
    ...createBehaviours(webhooks.behaviourParts),
    ...(isHosted ? toSandboxBehaviours(createInvitationBehaviours(drawLinkSecret)) : {}),
  };
  const api = createEngine({
    ...engineOptions,
    contract,
    authenticator: identity?.authenticator ?? anyCredential,
    journal: clientWatch.journal,
    random: backstage.exchangeIds ?? random.split('api'),
    ...(isForeign ? {} : { behaviours, findSandbox, scripting: { scenarios, delays: config.delays } }),
  });
  const usual =
    isForeign || organizations[0] === undefined ? undefined : clients.findBySandbox(organizations[0].sandbox);
  const inboxes = createOwnInboxes({
    profile: webhooks.profile,
    wall: clock,
    origin: url,
    owners: clients,
    sandboxes: () => sandboxes,
    // Their short addresses are easy to guess.
    usual: isHosted ? undefined : usual,
    drawKey: drawLinkSecret,
  });
  const deliveryQueries = createDeliveryQueries({
    sandboxOf: (organization) => sandboxes.inUse.get(organization),
    watch: webhooks.watch,
    after,
  });
  const time = createSandboxTime({ sandboxes, wall: clock, after });
  const states = assembleStates({
    sandboxes,
    created,
    clients,
    shelf,
    quota,
    jobKinds: new Set(Object.keys({ ...handlers, ...webhooks.errands })),
    limit: config.maxStateBytes,
    forget: (organization) => {
      forget(organization);
      recorder.replaced(organization.uuid);
    },
    clock,
    usual,
  });
  const capsules = createCapsules({
    recorder,
    journal: clientWatch.journal,
    sandboxes,
    scenarios,
    scenarioFiles: opened.files,
    clients,
    contract,
    version: packageVersion(),
    origin: url,
    toOrigin,
    settings: {
      seed: config.seed,
      maxBodyBytes: config.maxBodyBytes,
      maxUploadBytes: config.maxUploadBytes,
      sandboxDocuments: config.sandboxDocuments,
      sandboxBytes: config.sandboxBytes,
      webhookEgress: egress !== 'auto' ? egress : isPrivate(config) ? 'local' : 'public-only',
      webhookAllow: config.webhookAllow,
    },
    limit: config.maxStateBytes,
    forgetBudgets: ({ uuid }) => {
      api.forget(uuid, clients.clientsOf(uuid));
    },
    clock,
  });
  const adminBehaviours = createAdminBehaviours({
    version: packageVersion(),
    isDraining: () => draining,
    clients,
    sandboxes,
    created,
    time,
    basePath: contract.basePath,
    keepsSandboxes: !isForeign,
    ...states,
    capsules,
    forget,
    clientWatch,
    clock,
    after,
    mailbox,
    scripting: { scenarios, read: opened.read },
    samples: opened.samples,
    deliveryQueries,
    webhookControl: {
      drawSecret: webhooks.drawSecret,
      eventTypes: () => opened.samples.words().eventTypes,
      rules: scenarios.deliveryRules,
    },
    inboxes,
    listening: {
      listeners: webhooks.listeners,
      sandboxes,
      clients,
      drawSecret: webhooks.behaviourParts.drawSecret,
      eventTypes: () => opened.samples.words().eventTypes,
    },
  });
  const admin = createEngine({
    ...engineOptions,
    // The state of a sandbox is larger than any other body; whoever sends one has been asked for a token before.
    limits: { ...engineOptions.limits, bodyBytes: config.maxStateBytes },
    contract: adminContract,
    authenticator: createAdminAuthenticator({
      trustsThisMachine: !isHosted && isPrivate(config),
      operatorToken,
      tokens: identity?.authenticator,
      clients,
      usual,
    }),
    // Control calls are not part of what a client did.
    journal: noteControlCalls(recorder, clock, ADMIN_PATH),
    findSandbox: (_exchange, caller) =>
      caller?.organization === undefined ? undefined : sandboxes.of(caller.organization),
    random: random.split('admin'),
    responders: [createStatefulResponder(adminContract, adminBehaviours)],
  });
  const ownerOf = (sandbox: string | undefined): Organization => {
    const owner = sandbox === undefined ? usual : clients.findBySandbox(sandbox);
    if (owner === undefined) throw new Error(`no sandbox ${sandbox === undefined ? 'of its own' : `"${sandbox}"`}`);
    return owner;
  };

  const scenariosOf = async (owner: Organization): Promise<SandboxScenarios> => {
    const sandbox = await sandboxes.of(owner);
    return notedScenarios(scenarios.of(sandbox), (method, path, body) => {
      const mediaType = 'application/json';
      recorder.control(owner.uuid, { at: sandbox.clock.now(), wallAt: clock.now(), method, path, body, mediaType });
    });
  };

  /** A foreign description has no organizations: there everything is everybody's. */
  const watchedOrganization = (sandbox: string | undefined): string | undefined =>
    sandbox === undefined && usual === undefined ? undefined : ownerOf(sandbox).uuid;

  const tokenUrl = identity === undefined ? undefined : () => url() + TOKEN_PATH;
  const baseUrl = (): string => url() + contract.basePath;
  const traceIds = random.split('problem-pages');
  const problemPages: Handle = (request) => Promise.resolve(answerProblemPage(request, url(), drawTraceId(traceIds)));
  const watch = { observer, clock, random: random.split('doors') };
  const handle = createFrontDoor({
    prefixed: [
      { prefix: ADMIN_PATH, handle: admin.handle },
      ...(identity === undefined
        ? []
        : [
            { prefix: REALMS_PATH, handle: clientWatch.tokens.noted(observed(identity.handle, 'identity', watch)) },
            { prefix: PROBLEMS_PATH, handle: observed(problemPages, 'problems', watch) },
            { prefix: INBOX_PATH, handle: observed(createInboxDoor(inboxes), 'inbox', watch, inboxPathForLog) },
          ]),
    ],
    api: api.handle,
    welcome:
      contract.basePath === ''
        ? undefined
        : () => ({
            name: 'vatmock',
            description: `Stub server of: ${contract.title}`,
            baseUrl: baseUrl(),
            ...(tokenUrl === undefined ? {} : { tokenUrl: tokenUrl() }),
            health: `${url()}${ADMIN_PATH}/health`,
          }),
  });

  const server = await createHttpServer({
    port: config.port,
    host: config.host,
    handle,
    toOrigin,
    problemBase: url,
    headersTimeout: config.headersTimeout,
    requestTimeout: config.requestTimeout,
    after,
  }).catch(async (error: unknown) => {
    // Nobody will close what never opened: the file would stay locked.
    opened.close();
    await created.close();
    await sandboxes.close();
    throw error;
  });
  port = server.port;

  const close = async (): Promise<void> => {
    draining = true;
    opened.close();
    // Whoever waits or listens would keep the server open.
    clientWatch.journal.close();
    webhooks.listeners.close();
    webhooks.watch.close();
    await server.close();
    await Promise.all([...sandboxes.inUse.values()].map((sandbox) => sandbox.finish(GRACE_PERIOD)));
    await created.close();
    await sandboxes.close();
  };
  let closing: Promise<void> | undefined;

  const mock: Mock = {
    url: url(),
    baseUrl: baseUrl(),
    tokenUrl: tokenUrl?.(),
    contract,
    findings: await locateFindings(contract.file, api.findings),
    token: async (clientId = firstClient) => {
      const token = await issueToken(identity, clientId, url());
      clientWatch.tokens.remember(token, clientId);
      return token;
    },
    handle: async (request) =>
      toFetchResponse(await sufferFault(await handle(fromFetchRequest(request)), after), request.method),
    clock: createMockClock(time, async (sandbox) => sandboxes.of(ownerOf(sandbox))),
    reset: async (sandbox) => {
      const owner = ownerOf(sandbox);
      await sandboxes.reset(owner);
      forget(owner);
    },
    snapshot: async (name, sandbox) => {
      await states.snapshots.take(ownerOf(sandbox), name);
    },
    restore: async (name, sandbox) => {
      await states.snapshots.restore(ownerOf(sandbox), name);
    },
    scenario: async (wanted, sandbox) => {
      const owner = ownerOf(sandbox);
      const own = (): Promise<SandboxScenarios> => scenariosOf(owner);
      const name = typeof wanted === 'string' ? wanted : (await (await own()).upload(await opened.define(wanted))).name;
      await (await own()).activate(name);
      const listen = (listener: () => void): (() => void) => expectations.listen(owner.uuid, listener);
      return createMockScenario(name, { scenarios: own, listen, after });
    },
    scenarios: async (name) => {
      const own = await scenariosOf(ownerOf(name));
      return { ...own, add: async (text) => own.upload(await opened.read(text)) };
    },
    deliveries: createMockDeliveries({
      queries: deliveryQueries,
      organizationOf: async (sandbox) => (await sandboxes.of(ownerOf(sandbox))).organization,
    }),
    requests: createMockRequests({
      queries: clientWatch.queries,
      forget: clientWatch.journal.forget,
      organizationOf: watchedOrganization,
    }),
    coverage: (sandbox, since = 'reset') => clientWatch.watches.coverageOf(watchedOrganization(sandbox), since),
    clientFindings: (sandbox) => clientWatch.watches.findingsOf(watchedOrganization(sandbox)),
    idle: async () => {
      // What happens in one sandbox may cause something in another.
      for (let waited = true; waited;)
        waited = (await Promise.all([...sandboxes.inUse.values()].map((sandbox) => sandbox.idle()))).includes(true);
    },
    close: () => (closing ??= close()),
  };
  return { mock, handle, place: states.place };
};

interface Identity {
  readonly authenticator: ReturnType<typeof createBearerAuthenticator>;
  readonly handle: Handle;
  readonly tokens: ReturnType<typeof createTokens>;
  readonly clients: ClientDirectory;
}

const createIdentity = (
  clock: Clock,
  { identityProfile }: Config,
  random: Random,
  clients: ClientDirectory,
  sandboxes: Sandboxes,
): Identity => {
  const clocks: TokenClocks = {
    wall: clock,
    prepare: async (organization) => (await sandboxes.of(organization)).clock,
    of: (uuid) => sandboxes.inUse.get(uuid)?.clock ?? clock,
  };
  const tokens = createTokens(clocks, random.split('identity'));
  return {
    clients,
    tokens,
    authenticator: createBearerAuthenticator(tokens, clients),
    handle: createIdentityProvider(tokens, clients, identityProfile),
  };
};

const issueToken = async (identity: Identity | undefined, clientId: string, origin: string): Promise<string> => {
  // A foreign description takes any credential.
  if (identity === undefined) return 'any-token';
  const member = identity.clients.find(clientId);
  if (member === undefined) throw new Error(`no client "${clientId}" among the organizations`);
  return identity.tokens.issue(member, origin);
};

const ignore = (): void => undefined;

const completeObserver = (observer: Partial<Observer> = {}): Observer => ({
  finished: ignore,
  failed: ignore,
  breached: ignore,
  ...observer,
});

/** An address that listens on everything is reached as localhost from here; IPv6 wants brackets. */
const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
