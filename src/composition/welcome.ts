import { CONSOLE_PATH } from '../edges/http/console-caller.ts';
import { TEXT_PAGE_POLICY, escapeHtml, prefersHtml, toTextPage } from '../engine/html/html.ts';
import { PROBLEMS_PATH } from '../engine/problem-pages/problem-pages.ts';
import { TOKEN_PATH } from '../identity/realm.ts';
import { type ApiRequest, type Reply, jsonContent, textContent } from '../kernel/http.ts';
import { ADMIN_PATH } from './address.ts';
import { firstCallOf } from '../engine/contract/first-call.ts';
import type { RuntimeContext } from './runtime-context.ts';

/**
 * Response of `GET /`: the console or a small page of links for browsers, JSON for other clients. A third-party API without a
 * base path serves it itself.
 */
export const toWelcome = (runtime: RuntimeContext): ((request: ApiRequest) => Reply) | undefined =>
  runtime.contract.basePath === ''
    ? undefined
    : (request) => {
        if (!prefersHtml(request.header('accept')))
          return { status: 200, headers: { vary: 'Accept' }, content: jsonContent(factsAt(request.origin, runtime)) };
        return runtime.config.console === 'on' ? toConsole(request) : toPage(request.origin, runtime);
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

const toPage = (origin: string, runtime: RuntimeContext): Reply => {
  const { contract } = runtime;
  const page = [
    '<main>',
    '<h1>vatmock</h1>',
    `<p class="lead">The stub server of: ${escapeHtml(contract.title)}. It is not the real service.</p>`,
    '<dl>',
    `<dt>Base URL</dt><dd><code>${escapeHtml(origin + contract.basePath)}</code></dd>`,
    `<dt>Token URL</dt><dd><code>${escapeHtml(origin + TOKEN_PATH)}</code></dd>`,
    '</dl>',
    '<h2>Links</h2>',
    '<ul>',
    ...linksOf(runtime).map(
      ([path, text, about]) =>
        `<li><a href="${escapeHtml(origin + path)}">${escapeHtml(text)}</a>: ${escapeHtml(about)}</li>`,
    ),
    '</ul>',
    '<h2>First call</h2>',
    `<pre><code>${escapeHtml(firstCallAt(origin, runtime))}</code></pre>`,
    '</main>',
  ];
  return {
    status: 200,
    headers: {
      vary: 'Accept',
      'cache-control': 'no-cache',
      'content-security-policy': TEXT_PAGE_POLICY,
      'x-content-type-options': 'nosniff',
    },
    content: textContent(toTextPage('vatmock', page), 'text/html; charset=utf-8'),
  };
};

const firstCallAt = (origin: string, { contract, isForeign, isHosted, config }: RuntimeContext): string => {
  const baseUrl = origin + contract.basePath;
  if (isForeign) return firstCallOf(contract.operations, baseUrl)?.command ?? `curl -i ${baseUrl}/`;
  const isOurs = !isHosted && config.organizations === undefined;
  return [
    `TOKEN=$(curl -s ${origin + TOKEN_PATH} -d grant_type=client_credentials \\`,
    `  ${isOurs ? '-d client_id=api-client-demo -d client_secret=demo-secret' : '-d client_id=YOUR_CLIENT -d client_secret=ITS_SECRET'} |`,
    `  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -i ${baseUrl}/me -H "Authorization: Bearer $TOKEN"`,
  ].join('\n');
};

const linksOf = ({
  isForeign,
  isHosted,
}: RuntimeContext): readonly (readonly [path: string, text: string, about: string])[] => [
  ...(isForeign
    ? []
    : ([
        ['/openapi.yaml', 'openapi.yaml', 'the API, for generators and tools; openapi.json is the same as JSON'],
        ['/asyncapi.yaml', 'asyncapi.yaml', 'its webhooks; asyncapi.json is the same as JSON'],
        [PROBLEMS_PATH, 'Problem types', 'what each error means and how to fix it'],
      ] as const)),
  [ADMIN_PATH, 'Control API', 'calls that inspect and control the stub, as JSON'],
  [`${ADMIN_PATH}/openapi.yaml`, 'Control API, openapi.yaml', 'its description'],
  // Shows sandbox data: on a hosted server it requires a token.
  ...(isHosted
    ? []
    : ([
        [`${ADMIN_PATH}/requests`, 'Requests', 'the latest requests, as JSON'],
        [`${ADMIN_PATH}/coverage`, 'Coverage', 'which parts of the API your tests have used, as JSON'],
      ] as const)),
  [`${ADMIN_PATH}/health`, 'Health', 'whether the server is up'],
];
