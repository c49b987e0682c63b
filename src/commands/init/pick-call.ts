import { createMock } from '../../composition/create-mock.ts';
import type { Operation, SecurityScheme } from '../../engine/contract/contract.ts';

/** A call that the description answers with success. */
export interface FirstCall {
  readonly operation: Operation;
  /** Below the base path, with its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

/** Values of path parameters, of which most schemas take one. */
const IDS = ['1', '5f3c1d52-0b5e-4d1c-9a6f-0d6c3b1f7a01', 'a'];

/** Operations that are tried; each may compile the schemas of its response. */
const MOST_TRIED = 30;

/** The first call of a new user: GET, with nothing but ids, preferably of one thing. Undefined if none succeeds. */
export const pickCall = async (spec: string): Promise<FirstCall | undefined> => {
  const mock = await createMock({ spec, behaviours: 'none', console: 'off' });
  try {
    const { operations } = mock.contract;
    const simple = operations.filter(
      ({ method, parameters, unserved }) =>
        method === 'GET' && unserved === undefined && parameters.every((one) => !one.required || one.in === 'path'),
    );
    const few = simple.slice(0, MOST_TRIED).sort((one, other) => idsIn(one) - idsIn(other));
    const ofOne = few.filter((one) => idsIn(one) === 1);
    for (const operation of [...ofOne, ...few])
      for (const id of IDS) {
        const { query, headers } = credentialsFor(operation);
        const target = operation.path.replaceAll(/\{[^{}]*\}/g, id) + query;
        const { status } = await mock.handle(new Request(`${mock.baseUrl}${target}`, { headers }));
        if (status < 300) return { operation, target, headers, status };
      }
    return undefined;
  } finally {
    await mock.close();
  }
};

const idsIn = ({ parameters }: Operation): number => parameters.filter((one) => one.in === 'path').length;

/** Any credential is accepted. */
const credentialsFor = ({ security: [schemes = []] }: Operation) => {
  const keys = (where: string) =>
    schemes.filter(isKey).filter((scheme) => scheme.in === where).map(({ key }) => [key, 'demo'] as const);
  const kinds = schemes.map(({ kind }) => kind);
  const query = new URLSearchParams(Object.fromEntries(keys('query'))).toString();
  return {
    query: query && `?${query}`,
    headers: {
      ...(kinds.includes('bearer') ? { authorization: 'Bearer demo' } : {}),
      ...(kinds.includes('basic') ? { authorization: 'Basic ZGVtbzpkZW1v' } : {}),
      ...Object.fromEntries(keys('header')),
      ...Object.fromEntries(keys('cookie').map(([name, value]) => ['cookie', `${name}=${value}`])),
    } as Readonly<Record<string, string>>,
  };
};

const isKey = (scheme: SecurityScheme): scheme is Extract<SecurityScheme, { kind: 'api-key' }> =>
  scheme.kind === 'api-key';
