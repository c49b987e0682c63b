import { CONSOLE_PATH } from '../edges/http/console-caller.ts';
import { crossOrigin, parseCorsOrigins } from '../edges/http/cors.ts';
import { createDispatcher, observed, readable, type RouteWatch } from '../edges/http/routes.ts';
import { INBOX_PATH, inboxPathForLog } from '../control/inbox/inbox-address.ts';
import { createInboxRoutes } from '../edges/inbox/inbox-routes.ts';
import { answerProblemPage, createProblemExamples, PROBLEMS_PATH } from '../engine/problem-pages/problem-pages.ts';
import { REALMS_PATH, TOKEN_PATH } from '../identity/realm.ts';
import { once } from '../kernel/caches.ts';
import { drawTraceId } from '../kernel/ids.ts';
import { ADMIN_PATH } from './address.ts';
import { createDescriptionRoutes } from '../edges/descriptions/description-routes.ts';
import type { ServerParts } from './parts.ts';
import type { RuntimeContext } from './runtime-context.ts';
import { toIsLink } from './api.ts';
import { type Handle, type ApiRequest, type Reply, isRead, jsonContent } from '../kernel/http.ts';
import { prefersHtml } from '../engine/html/html.ts';

/** Routes by path. A third-party description has the whole address space except what the stub has for any API. */
export const openHttpRoutes = (server: ServerParts, console: Handle | undefined): Handle => {
  const { engine, controlApi, upstream } = server;
  const watch = toWatch(server);
  // Of a proxy, most of the addresses are those of the service.
  const welcome = upstream === undefined ? toWelcome(server) : undefined;
  const control: Handle = (request) =>
    welcome !== undefined && ADMIN_INDEX.has(request.path) && isRead(request)
      ? Promise.resolve(welcome(request))
      : controlApi(request);
  const door = createDispatcher({
    prefixed: [
      ...(upstream === undefined ? openDescriptions(server) : []).map(({ prefix, handle }) => ({
        prefix,
        handle: observed(handle, 'descriptions', watch),
      })),
      { prefix: ADMIN_PATH, handle: readable(control) },
      ...(console === undefined ? [] : [{ prefix: CONSOLE_PATH, handle: observed(console, 'console', watch) }]),
      ...(upstream === undefined ? ownHttpRoutes(server) : []),
    ],
    api: engine.handle,
    // A third-party API without a base path serves `GET /` itself.
    welcome: server.contract.basePath === '' ? undefined : welcome,
  });
  if (upstream !== undefined) return door;
  return crossOrigin(door, {
    origins: parseCorsOrigins(server.config.corsOrigins),
    exposed: exposedHeaders(server),
    methods: server.contract.operations.map(({ method }) => method),
    isGuarded: isGuardedPath,
    noted: (handle) => observed(handle, 'cors', watch),
  });
};

/** Calls that change the stub without a secret of their own; a setting that opens the API to all pages leaves them closed. */
export const isGuardedPath = (path: string): boolean =>
  (isBelow(path, ADMIN_PATH) && !READABLE.has(path)) || isBelow(path, INBOX_PATH) || isBelow(path, CONSOLE_PATH);

export const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Documents of the control API that any page may read. */
const READABLE: ReadonlySet<string> = new Set([`${ADMIN_PATH}/openapi.yaml`, `${ADMIN_PATH}/openapi.json`]);

/** Headers of the descriptions and of the stub. */
const exposedHeaders = ({ contract }: ServerParts): readonly string[] => [
  ...new Set([
    ...contract.operations.flatMap(({ responses }) =>
      responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
    ),
    ...['allow', 'content-disposition', 'etag', 'link', 'location', 'preference-applied', 'retry-after'],
    ...[
      'www-authenticate',
      'x-mock-added',
      'x-mock-did-you-mean',
      'x-mock-not-shown',
      'x-mock-request-id',
      'x-mock-scenario',
      'x-mock-scenario-exhausted',
      'x-mock-source',
    ],
    'x-trace-id',
  ]),
];

export const toWatch = ({ observer, clock, ids, address }: RuntimeContext): RouteWatch => ({
  observer,
  clock,
  random: ids.split('doors'),
  problemBase: address.url,
});

/** Routes that no engine serves. */
const ownHttpRoutes = (server: ServerParts) => {
  const { address, ids, contract, isForeign, observers, webhooks, engine, identity, admitStranger } = server;
  const watch = toWatch(server);
  const traceIds = ids.split('problem-pages');
  const findExample = createProblemExamples(contract);
  const { problems } = contract;
  const problemPages: Handle = (request) =>
    Promise.resolve(
      answerProblemPage(request, { problemBase: address.url(), traceId: drawTraceId(traceIds), problems, findExample }),
    );
  const { tokens } = observers;
  const links = `${contract.basePath}/self-service`;
  const loadSelfService = once(async () => {
    const { createSelfServiceRoutes } = await import('../edges/self-service/self-service-routes.ts');
    return createSelfServiceRoutes({ api: engine.handle, prefix: links, isLink: toIsLink(server) });
  });
  const selfService: Handle = async (request) => (await loadSelfService())(request);
  return [
    { prefix: REALMS_PATH, handle: tokens.noted(observed(identity.handle, 'identity', watch)) },
    ...(isForeign
      ? []
      : [
          { prefix: links, handle: selfService },
          { prefix: PROBLEMS_PATH, handle: observed(problemPages, 'problems', watch) },
        ]),
    {
      prefix: INBOX_PATH,
      handle: observed(createInboxRoutes(webhooks.inboxes, admitStranger), 'inbox', watch, inboxPathForLog),
    },
  ];
};

/** The bundled API descriptions, as downloads. A third-party one is available from its author. */
const openDescriptions = ({
  contract: { isForeign, madeOf },
  loadAdminContract,
  address,
  ids,
  slicedWork,
}: ServerParts) => {
  const traceIds = ids.split('descriptions');
  return createDescriptionRoutes({
    documents: {
      ...(isForeign || madeOf === undefined
        ? {}
        : { '/openapi': () => madeOf.openapi, '/asyncapi': () => madeOf.asyncapi }),
      [`${ADMIN_PATH}/openapi`]: async () => (await loadAdminContract()).document,
    },
    problemBase: address.url,
    drawTraceId: () => drawTraceId(traceIds),
    pauses: slicedWork.pauses,
  });
};

const ADMIN_INDEX: ReadonlySet<string> = new Set([ADMIN_PATH, `${ADMIN_PATH}/`]);

/**
 * Response of `GET /` and of the control API's own path: the console for browsers, if there is one; for other clients the
 * addresses of the server, as JSON.
 */
const toWelcome =
  (runtime: RuntimeContext) =>
  (request: ApiRequest): Reply => {
    if (runtime.config.console === 'on' && prefersHtml(request.header('accept'))) return toConsole(request);
    return { status: 200, headers: { vary: 'Accept' }, content: jsonContent(factsAt(request.origin, runtime)) };
  };

/** The path alone: the reader may have opened the server by another name than that of its public URL. */
const toConsole = ({ origin }: ApiRequest): Reply => ({
  status: 302,
  headers: {
    vary: 'Accept',
    'cache-control': 'no-cache',
    location: `${new URL(origin).pathname.replace(/\/+$/, '')}${CONSOLE_PATH}`,
  },
});

const factsAt = (origin: string, { contract, isForeign, config }: RuntimeContext) => ({
  name: 'vatmock',
  description: `Stub server of: ${contract.title}`,
  baseUrl: origin + contract.basePath,
  tokenUrl: origin + TOKEN_PATH,
  health: `${origin}${ADMIN_PATH}/health`,
  ...(config.console === 'on' ? { console: origin + CONSOLE_PATH } : {}),
  controlApi: `${origin}${ADMIN_PATH}`,
  ...(isForeign ? {} : { openapi: `${origin}/openapi.yaml`, asyncapi: `${origin}/asyncapi.yaml` }),
  controlApiDescription: `${origin}${ADMIN_PATH}/openapi.yaml`,
});
