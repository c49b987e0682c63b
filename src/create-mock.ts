import { join } from 'node:path';
import { type Config, checkOptions } from './config/config.ts';
import { createAdminAuthenticator } from './edges/admin/admin-authenticator.ts';
import { createAdminBehaviours } from './edges/admin/admin-behaviours.ts';
import { isLoopback } from './edges/admin/is-loopback.ts';
import { loadOrganizations } from './edges/files/load-organizations.ts';
import { packageFile, packageVersion } from './edges/files/package-files.ts';
import { fromFetchRequest, toFetchResponse } from './edges/http/fetch-adapter.ts';
import { type Handle, createFrontDoor } from './edges/http/front-door.ts';
import { createHttpServer } from './edges/http/http-server.ts';
import { observed } from './edges/http/observed-door.ts';
import { createSqliteStore } from './edges/stores/sqlite-store.ts';
import { systemClock } from './edges/system/system-clock.ts';
import { after } from './edges/system/timers.ts';
import { anyCredential } from './engine/any-credential.ts';
import type { Contract } from './engine/contract/contract.ts';
import type { LocatedFinding } from './engine/contract/finding.ts';
import { loadContract } from './engine/contract/load-contract.ts';
import { locateFindings } from './engine/contract/locate.ts';
import { createEngine } from './engine/create-engine.ts';
import { commonGenerators } from './engine/faking/common-generators.ts';
import { createJournal } from './engine/journal/journal.ts';
import { createMailbox } from './engine/mail/mailbox.ts';
import type { Breach, Caller, ExchangeSummary, Observer } from './engine/ports.ts';
import { PROBLEMS_PATH, answerProblemPage } from './engine/problems/problem-pages.ts';
import type { FindSandbox } from './engine/sandbox/find-sandbox.ts';
import { type Sandboxes, createSandboxes } from './engine/sandbox/sandboxes.ts';
import { createStatefulResponder } from './engine/responders/stateful.ts';
import { createBearerAuthenticator } from './identity/bearer-authenticator.ts';
import { type ClientDirectory, type Membership, createClientDirectory } from './identity/client-directory.ts';
import { createIdentityProvider } from './identity/identity-provider.ts';
import { REALMS_PATH, TOKEN_PATH } from './identity/realm.ts';
import { type TokenClocks, createTokens } from './identity/tokens.ts';
import type { Clock } from './kernel/clock.ts';
import { drawTraceId } from './kernel/ids.ts';
import { createRandom } from './kernel/random.ts';
import { behaviours } from './vat/behaviours.ts';
import { sandboxOfLink } from './vat/invitations/link.ts';
import { jobHandlers } from './vat/jobs.ts';
import { vatGenerators } from './vat/faking/vat-generators.ts';

const ADMIN_PATH = '/__admin';

/** Settings of a mock; all have defaults. The port is 0: a free one is picked. */
export interface MockOptions extends Partial<Omit<Config, 'logLevel' | 'logFormat'>> {
  readonly clock?: Clock;
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
  /** Takes no new requests, lets those in progress finish. */
  readonly close: () => Promise<void>;
}

export type { Breach, ExchangeSummary };

/**
 * Starts a stub server in this process. Several may run side by side; nothing is shared between them.
 *
 * The only place where everything is wired together: the command line, the container and the tests all come through
 * here.
 */
export const createMock = async (options: MockOptions = {}): Promise<Mock> => {
  const { clock = systemClock, observer: listener, ...settings } = options;
  const config = checkOptions({ ...settings, port: settings.port ?? 0 });
  const observer = completeObserver(listener);
  const random = createRandom(config.seed);
  let draining = false;
  // Known once the server listens: port 0 means whichever is free.
  let port = config.port;

  const [contract, adminContract, organizations] = await Promise.all([
    config.spec === undefined
      ? loadContract(packageFile('spec', 'openapi.yaml'), { trusted: true })
      : loadContract(config.spec, { trusted: false }),
    loadContract(packageFile('spec', 'admin.yaml'), { trusted: true }),
    loadOrganizations(config.organizations),
  ]);

  const url = (): string => config.publicUrl ?? `http://${hostInUrl(config.host)}:${String(port)}`;
  const toOrigin = (host: string | undefined): string =>
    config.publicUrl ?? (host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : url());

  const mailbox = createMailbox();
  const journal = createJournal();
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
  const store = createSqliteStore(config.data === undefined ? undefined : join(config.data, 'vatmock.db'));
  const sandboxes = createSandboxes({
    store,
    wall: clock,
    seed: config.seed,
    quota: { documents: config.sandboxDocuments, bytes: config.sandboxBytes },
    handlers: jobHandlers,
    after,
    observer,
    populate: () => Promise.resolve(),
  });
  const findSandbox: FindSandbox = ({ pathParameters }, caller) => {
    if (caller?.organization !== undefined) return sandboxes.of(caller.organization);
    const owner = organizations.find(({ sandbox }) => sandbox === sandboxOfLink(pathParameters['token']));
    return owner === undefined ? undefined : sandboxes.of(owner);
  };
  const clients = createClientDirectory(isForeign ? [] : organizations, clock, random.split('clients'));
  const firstClient = organizations[0]?.clients[0]?.clientId ?? '';
  const identity = isForeign ? undefined : createIdentity(clock, config, clients, sandboxes);
  const api = createEngine({
    ...engineOptions,
    contract,
    authenticator: identity?.authenticator ?? anyCredential,
    journal,
    random: random.split('api'),
    ...(isForeign ? {} : { behaviours, findSandbox }),
  });
  const adminBehaviours = createAdminBehaviours({
    version: packageVersion(),
    isDraining: () => draining,
    clients,
    journal,
    mailbox,
  });
  const admin = createEngine({
    ...engineOptions,
    contract: adminContract,
    authenticator: createAdminAuthenticator({
      withoutToken: isLoopback(config.host) ? toCaller(clients.find(firstClient)) : undefined,
      tokens: identity?.authenticator,
    }),
    // Control calls are not part of what a client did.
    journal: { add: ignore },
    random: random.split('admin'),
    responders: [createStatefulResponder(adminContract, adminBehaviours)],
  });

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
            { prefix: REALMS_PATH, handle: observed(identity.handle, 'identity', watch) },
            { prefix: PROBLEMS_PATH, handle: observed(problemPages, 'problems', watch) },
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
  });
  port = server.port;

  return {
    url: url(),
    baseUrl: baseUrl(),
    tokenUrl: tokenUrl?.(),
    contract,
    findings: await locateFindings(contract.file, api.findings),
    token: (clientId = firstClient) => issueToken(identity, clientId, url()),
    handle: async (request) => toFetchResponse(await handle(fromFetchRequest(request)), request.method),
    close: async () => {
      draining = true;
      await server.close();
      await sandboxes.close();
    },
  };
};

interface Identity {
  readonly authenticator: ReturnType<typeof createBearerAuthenticator>;
  readonly handle: Handle;
  readonly tokens: ReturnType<typeof createTokens>;
  readonly clients: ClientDirectory;
}

const createIdentity = (
  clock: Clock,
  { seed, identityProfile }: Config,
  clients: ClientDirectory,
  sandboxes: Sandboxes,
): Identity => {
  const clocks: TokenClocks = {
    wall: clock,
    prepare: async (organization) => (await sandboxes.of(organization)).clock,
    of: (uuid) => sandboxes.inUse.get(uuid)?.clock ?? clock,
  };
  const tokens = createTokens(clocks, createRandom(seed).split('identity'));
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

/** Who a call without a token counts as. */
const toCaller = (member: Membership | undefined): Caller =>
  member === undefined
    ? { clientId: 'anonymous', organization: undefined }
    : { clientId: member.client.clientId, organization: member.organization };

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
