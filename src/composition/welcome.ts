import { CONSOLE_PATH } from '../edges/http/console-caller.ts';
import { prefersHtml } from '../engine/html/html.ts';
import { TOKEN_PATH } from '../identity/realm.ts';
import { type ApiRequest, type Reply, jsonContent } from '../kernel/http.ts';
import { ADMIN_PATH } from './address.ts';
import type { RuntimeContext } from './runtime-context.ts';

/**
 * Response of `GET /`: the console for browsers, if there is one; for other clients the addresses of the server, as JSON. A
 * third-party API without a base path serves it itself.
 */
export const toWelcome = (runtime: RuntimeContext): ((request: ApiRequest) => Reply) | undefined =>
  runtime.contract.basePath === ''
    ? undefined
    : (request) => {
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
