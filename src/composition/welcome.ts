import { CONSOLE_PATH } from '../edges/console/file-routes.ts';
import { prefersHtml } from '../engine/html/html.ts';
import { type Welcome, type WelcomeLink, answerWelcome } from '../edges/welcome/welcome-door.ts';
import { PROBLEMS_PATH } from '../engine/problem-pages/problem-pages.ts';
import { TOKEN_PATH } from '../identity/realm.ts';
import type { ApiRequest, Reply } from '../kernel/http.ts';
import { ADMIN_PATH } from './address.ts';
import { firstCallOf } from '../engine/contract/first-call.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Response of `GET /`; a third-party API without a base path serves it itself. */
export const toWelcome = (runtime: RuntimeContext): ((request: ApiRequest) => Reply) | undefined =>
  runtime.contract.basePath === ''
    ? undefined
    : (request) =>
        runtime.config.console === 'on' && prefersHtml(request.header('accept'))
          ? toConsole(request)
          : answerWelcome(request, welcomeAt(request.origin, runtime));

/** The path alone: the reader may have opened the server by another name than that of its public URL. */
const toConsole = ({ origin }: ApiRequest): Reply => ({
  status: 302,
  headers: {
    vary: 'Accept',
    'cache-control': 'no-cache',
    location: `${new URL(origin).pathname.replace(/\/+$/, '')}${CONSOLE_PATH}`,
  },
});

const welcomeAt = (origin: string, { contract, isForeign, isHosted, config }: RuntimeContext): Welcome => {
  const baseUrl = origin + contract.basePath;
  const tokenUrl = origin + TOKEN_PATH;
  const descriptions = isForeign ? {} : { openapi: `${origin}/openapi.yaml`, asyncapi: `${origin}/asyncapi.yaml` };
  const isOurs = !isForeign && !isHosted && config.organizations === undefined;
  return {
    title: contract.title,
    facts: {
      name: 'vatmock',
      description: `Stub server of: ${contract.title}`,
      baseUrl,
      tokenUrl,
      health: `${origin}${ADMIN_PATH}/health`,
      ...(config.console === 'on' ? { console: origin + CONSOLE_PATH } : {}),
      controlApi: `${origin}${ADMIN_PATH}`,
      ...descriptions,
      controlApiDescription: `${origin}${ADMIN_PATH}/openapi.yaml`,
    },
    links: linksAt(origin, { isForeign, isHosted }),
    firstCall: [
      ...(isForeign
        ? []
        : [
            `TOKEN=$(curl -s ${tokenUrl} -d grant_type=client_credentials \\`,
            `  ${isOurs ? '-d client_id=api-client-demo -d client_secret=demo-secret' : '-d client_id=YOUR_CLIENT -d client_secret=ITS_SECRET'} |`,
            `  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
          ]),
      isForeign
        ? (firstCallOf(contract.operations, baseUrl)?.command ?? `curl -i ${baseUrl}/`)
        : `curl -i ${baseUrl}/me -H "Authorization: Bearer $TOKEN"`,
    ].join('\n'),
  };
};

const linksAt = (
  origin: string,
  { isForeign, isHosted }: Pick<RuntimeContext, 'isForeign' | 'isHosted'>,
): readonly WelcomeLink[] => {
  const link = (path: string, text: string, about: string): WelcomeLink => ({ url: origin + path, text, about });
  return [
    ...(isForeign
      ? []
      : [
          link('/openapi.yaml', 'openapi.yaml', 'the API, for generators and tools; openapi.json is the same as JSON'),
          link('/asyncapi.yaml', 'asyncapi.yaml', 'its webhooks; asyncapi.json is the same as JSON'),
          link(PROBLEMS_PATH, 'Problem types', 'what each error means and how to fix it'),
        ]),
    link(ADMIN_PATH, 'Control API', 'calls that inspect and control the stub, as JSON'),
    link(`${ADMIN_PATH}/openapi.yaml`, 'Control API, openapi.yaml', 'its description'),
    // Shows sandbox data: on a hosted server it requires a token.
    ...(isHosted
      ? []
      : [
          link(`${ADMIN_PATH}/requests`, 'Requests', 'the latest requests, as JSON'),
          link(`${ADMIN_PATH}/coverage?format=html`, 'Coverage', 'which parts of the API your tests have used'),
        ]),
    link(`${ADMIN_PATH}/health`, 'Health', 'whether the server is up'),
  ];
};
