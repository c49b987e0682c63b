import { type Config, DEFAULTS } from './config/config.ts';
import { createAdminBehaviours } from './edges/admin/admin-behaviours.ts';
import { loadOrganizations } from './edges/files/load-organizations.ts';
import { packageFile, packageVersion } from './edges/files/package-files.ts';
import { fromFetchRequest, toFetchResponse } from './edges/http/fetch-adapter.ts';
import { type Handle, createFrontDoor } from './edges/http/front-door.ts';
import { createHttpServer } from './edges/http/http-server.ts';
import { systemClock } from './edges/system/system-clock.ts';
import { after } from './edges/system/timers.ts';
import { anyCredential } from './engine/any-credential.ts';
import type { Contract } from './engine/contract/contract.ts';
import type { LocatedFinding } from './engine/contract/finding.ts';
import { loadContract } from './engine/contract/load-contract.ts';
import { locateFindings } from './engine/contract/locate.ts';
import { createEngine } from './engine/create-engine.ts';
import { commonGenerators } from './engine/faking/common-generators.ts';
import type { Breach, ExchangeSummary, Observer } from './engine/ports.ts';
import { createStatefulResponder } from './engine/responders/stateful.ts';
import { createBearerAuthenticator } from './identity/bearer-authenticator.ts';
import { createIdentityProvider } from './identity/identity-provider.ts';
import { type ClientDirectory, createClientDirectory } from './identity/organization.ts';
import { REALMS_PATH, TOKEN_PATH } from './identity/realm.ts';
import { createTokens } from './identity/tokens.ts';
import type { Clock } from './kernel/clock.ts';
import { type ApiRequest, type Reply, jsonContent } from './kernel/http.ts';
import { createRandom } from './kernel/random.ts';
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
  /** An access token, as the token endpoint would issue it; by default for the demo client. */
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
  const config: Config = { ...DEFAULTS, port: 0, ...definedOnly(options) };
  const { clock = systemClock } = options;
  const observer = completeObserver(options.observer);
  const random = createRandom(config.seed);
  let draining = false;
  // Known once the server listens: port 0 means whichever is free.
  let port = config.port;

  const [contract, adminContract, organizations] = await Promise.all([
    config.spec === undefined
      ? loadContract(packageFile('spec', 'openapi.yaml'), { trusted: true })
      : loadContract(config.spec, { trusted: false }),
    loadContract(packageFile('spec', 'admin.yaml'), { trusted: true }),
    loadOrganizations(),
  ]);

  const url = (): string => config.publicUrl ?? `http://${hostInUrl(config.host)}:${String(port)}`;
  const toOrigin = (host: string | undefined): string =>
    config.publicUrl ?? (host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : url());

  const engineOptions = {
    generators: { ...commonGenerators, ...vatGenerators },
    clock,
    after,
    seed: config.seed,
    limits: { bodyBytes: config.maxBodyBytes, uploadBytes: config.maxUploadBytes, jsonDepth: 32 },
    problemBase: url,
    observer,
  };

  const identity = config.spec === undefined ? createIdentity(clock, config.seed, organizations) : undefined;
  const api = createEngine({
    ...engineOptions,
    contract,
    authenticator: identity?.authenticator ?? anyCredential,
    random: random.split('api'),
  });
  const behaviours = createAdminBehaviours({ version: packageVersion(), isDraining: () => draining });
  const admin = createEngine({
    ...engineOptions,
    contract: adminContract,
    authenticator: anyCredential,
    random: random.split('admin'),
    responders: [createStatefulResponder(adminContract, behaviours)],
  });

  const tokenUrl = identity === undefined ? undefined : () => url() + TOKEN_PATH;
  const baseUrl = (): string => url() + contract.basePath;
  const handle = createFrontDoor({
    prefixed: [
      { prefix: ADMIN_PATH, handle: admin.handle },
      ...(identity === undefined
        ? []
        : [{ prefix: REALMS_PATH, handle: observed(identity.handle, 'identity', observer, clock) }]),
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
    token: (clientId = 'api-client-demo') => issueToken(identity, clientId, url()),
    handle: async (request) => toFetchResponse(await handle(fromFetchRequest(request)), request.method),
    close: () => {
      draining = true;
      return server.close();
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
  seed: string,
  organizations: Parameters<typeof createClientDirectory>[0],
): Identity => {
  const clients = createClientDirectory(organizations);
  const tokens = createTokens(clock, createRandom(seed).split('identity'));
  return {
    clients,
    tokens,
    authenticator: createBearerAuthenticator(tokens, clients),
    handle: createIdentityProvider(tokens, clients),
  };
};

const issueToken = async (identity: Identity | undefined, clientId: string, origin: string): Promise<string> => {
  // A foreign description takes any credential.
  if (identity === undefined) return 'any-token';
  const member = identity.clients.find(clientId);
  if (member === undefined) throw new Error(`no client "${clientId}" among the fixtures`);
  return identity.tokens.issue(member, origin);
};

/** Doors that are no engine report their exchanges here, so that every request has its line. */
const observed =
  (handle: Handle, source: string, observer: Observer, clock: Clock): Handle =>
  async (request: ApiRequest): Promise<Reply> => {
    const startedAt = clock.elapsed();
    const reply = await handle(request).catch((error: unknown): Reply => {
      observer.failed(error, '');
      return { status: 500, headers: {}, content: jsonContent({ error: 'server_error' }) };
    });
    const milliseconds = clock.elapsed() - startedAt;
    const { method, path } = request;
    const { status } = reply;
    observer.finished({
      id: '',
      traceId: '',
      method,
      path,
      operationId: undefined,
      clientId: undefined,
      status,
      source,
      milliseconds,
    });
    return reply;
  };

const ignore = (): void => undefined;

const completeObserver = (observer: Partial<Observer> = {}): Observer => ({
  finished: ignore,
  failed: ignore,
  breached: ignore,
  ...observer,
});

const definedOnly = (options: MockOptions): Partial<Config> =>
  Object.fromEntries(Object.entries(options).filter(([name, value]) => value !== undefined && name in DEFAULTS));

/** An address that listens on everything is reached as localhost from here; IPv6 wants brackets. */
const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
