import { isOfThisMachine } from '../edges/admin/access/this-machine.ts';
import { createOperatorCheck } from '../edges/admin/access/identify-caller.ts';
import { CONSOLE_PATH } from '../edges/http/console-caller.ts';
import { type ConsoleFiles, createFileRoutes, limitFiles, loadConsoleFiles } from '../edges/console/file-routes.ts';
import type { Visitors } from './visitors.ts';
import { createSessionRoutes } from '../edges/console/session-routes.ts';
import { createViewSession } from '../edges/console/view-session.ts';
import type { ConsoleServer } from '../generated/control-schemas.ts';
import { after, systemClock } from '../edges/system/time.ts';
import { createSlowRefusals } from '../engine/rate-limiting/slow-refusals.ts';
import { packageFile } from '../edges/files/package-files.ts';
import { TOKEN_PATH } from '../identity/realm.ts';
import type { ConsoleAccess } from './identity.ts';
import type { ServerParts } from './parts.ts';
import { firstCallOf } from '../engine/contract/first-call.ts';
import type { ApiRequest, Reply } from '../kernel/http.ts';

/** Loaded with the first request to the console. */
export const openConsoleRoutes = (server: ServerParts, access: ConsoleAccess, visitors: () => Promise<Visitors>) => {
  const { known, persistence, guesses, senderOf, clock, hosts, trustsThisMachine } = server;
  const isOperator = createOperatorCheck(server.operatorToken);
  const load = createLoader();
  const allFiles = createFileRoutes(load);
  const { refuse: refuseSlowly } = createSlowRefusals(systemClock, after);
  const files = server.isHosted ? limitFiles(allFiles, { senderOf, clock: systemClock, refuseSlowly }) : allFiles;
  const view = createViewSession({
    serverAt: (origin) => serverAt(origin, server),
    isTrusted: (request) => trustsThisMachine && isOfThisMachine(request, hosts),
    clients: known.clients,
    endOf: (sandbox) => {
      const created = persistence.created.find(sandbox);
      return created === undefined ? {} : persistence.created.lifeOf(created);
    },
    usual: () => known.usual,
    demo: demoOf(server),
    clock,
  });
  const routes = createSessionRoutes({
    ...access,
    guesses,
    senderOf,
    visitors,
    view,
    clients: known.clients,
    isOperatorToken: (token) => isOperator(`Bearer ${token}`),
    prepare: (organization) => persistence.sandboxes.of(organization),
  });
  return {
    handle: (request: ApiRequest): Promise<Reply> =>
      (routes[request.path.slice(CONSOLE_PATH.length)] ?? files)(request),
    /** Loads what is otherwise loaded with the first request. */
    preload: load,
  };
};

/** Reads the files once. A console that has not been built is looked for again: the reader is told how to make it. */
const createLoader = (): (() => Promise<ConsoleFiles | undefined>) => {
  let loaded: ConsoleFiles | undefined;
  return async () => (loaded ??= await loadConsoleFiles(packageFile('dist', 'console')));
};

const serverAt = (
  origin: string,
  { version, config, isForeign, contract, operatorToken }: ServerParts,
): Omit<ConsoleServer, 'maySelectSandbox'> => {
  const { mode } = config;
  const baseUrl = origin + contract.basePath;
  const credential = mode === 'hosted' ? 'YOUR_CLIENT_SECRET' : undefined;
  const firstCall = isForeign ? firstCallOf(contract.operations, baseUrl, credential) : undefined;
  return {
    version,
    mode,
    isForeign,
    title: contract.title,
    baseUrl,
    tokenUrl: origin + TOKEN_PATH,
    ...(firstCall && { firstCall }),
    hasOperator: operatorToken !== undefined,
    hasSignUp: config.signup === 'open',
  };
};

/** Only the secrets of the bundled organizations are public. */
const demoOf = ({ config, isForeign, isHosted, organizations }: ServerParts) => {
  const client = organizations[0]?.clients[0];
  if (client === undefined || isForeign || isHosted || config.organizations !== undefined) return undefined;
  return { clientId: client.clientId, clientSecret: client.clientSecret };
};
