import { type ApiRequest, type Handle, jsonContent, type Reply } from '../kernel/http.ts';
import { ANY_TOKEN_PATH, CERTS_PATH, DISCOVERY_PATH, ISSUER_PATH, REALM, TOKEN_PATH } from './realm.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly answer: Handle;
}

/** The identity provider's own small API: token endpoint, discovery document, keys. */
export const createIdentityProvider = (parts: Parameters<typeof createTokenEndpoint>[0]) => {
  const { tokens, profile } = parts;
  const tokenRoute: Route = { method: 'POST', answer: createTokenEndpoint(parts) };
  const routes = new Map<string, Route>([
    [TOKEN_PATH, tokenRoute],
    [CERTS_PATH, { method: 'GET', answer: async () => cacheable(await tokens.jwks()) }],
    [DISCOVERY_PATH, { method: 'GET', answer: ({ origin }) => Promise.resolve(cacheable(discoveryDocument(origin))) }],
  ]);
  /**
   * "401 causes: ... wrong realm in the token URL": another realm issues tokens, which the API refuses. A Keycloak
   * server has only the realms that were created. Assumption: token-realms.
   */
  const isElsewhere = (path: string): boolean => profile === 'default' && ANY_TOKEN_PATH.test(path);
  return (request: ApiRequest): Promise<Reply> => {
    const route = routes.get(request.path) ?? (isElsewhere(request.path) ? tokenRoute : undefined);
    if (route === undefined) return Promise.resolve(notFound(request.path, [...routes.keys()]));
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (method === route.method) return route.answer(request);
    const description = `${request.path} takes ${route.method}`;
    return Promise.resolve(refusal(405, 'HTTP 405 Method Not Allowed', description, { allow: route.method }));
  };
};

const cacheable = (value: unknown): Reply => ({
  status: 200,
  headers: { 'cache-control': 'no-cache' },
  content: jsonContent(value),
});

const notFound = (path: string, known: readonly string[]): Reply =>
  `${path}/`.startsWith(`${ISSUER_PATH}/`)
    ? refusal(404, 'HTTP 404 Not Found', `There are ${known.join(', ')}`)
    : refusal(404, 'Realm does not exist', `The realm is "${REALM}": ${ISSUER_PATH}`);

const refusal = (status: number, error: string, description: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'cache-control': 'no-store', ...headers },
  content: jsonContent({ error, error_description: description }),
});

/** OpenID Connect discovery, with the supported features only. */
const discoveryDocument = (origin: string): object => ({
  issuer: origin + ISSUER_PATH,
  token_endpoint: origin + TOKEN_PATH,
  jwks_uri: origin + CERTS_PATH,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
});
