import { createMock } from '../../composition/create-mock.ts';
import type { Contract, Operation } from '../../engine/contract/contract.ts';

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

/** Operations that are tried: each may compile the schemas of its response. */
const MOST_TRIED = 30;

/** What is served, and the first call of a new user: a GET that takes nothing but ids, of one thing if possible. Undefined if none succeeds. */
export const pickCall = async (
  spec: readonly string[],
): Promise<{ readonly contract: Contract; readonly call: FirstCall | undefined }> => {
  const mock = await createMock({ spec, behaviours: 'none' });
  const { contract } = mock;
  try {
    const simple = contract.operations.filter(
      ({ method, parameters }) => method === 'GET' && parameters.every((one) => !one.required || one.in === 'path'),
    );
    const ofOne = simple.filter(({ path }) => path.split('{').length === 2);
    for (const operation of [...ofOne, ...simple].slice(0, MOST_TRIED))
      for (const id of IDS) {
        const { headers, query } = credentialsFor(operation);
        const target = operation.path.replaceAll(/\{[^{}]*\}/g, id) + query;
        const { status } = await mock.handle(new Request(mock.baseUrl + target, { headers }));
        if (status < 300) return { contract, call: { operation, target, headers, status } };
      }
    return { contract, call: undefined };
  } finally {
    await mock.close();
  }
};

/** Any value is accepted. */
const credentialsFor = ({ security: [schemes = []] }: Operation) => {
  const headers: Record<string, string> = {};
  let query = '';
  for (const scheme of schemes) {
    if (scheme.kind === 'bearer') headers['authorization'] = 'Bearer demo';
    if (scheme.kind === 'basic') headers['authorization'] = 'Basic ZGVtbzpkZW1v';
    if (scheme.kind !== 'api-key') continue;
    if (scheme.in === 'header') headers[scheme.key] = 'demo';
    if (scheme.in === 'cookie') headers['cookie'] = `${scheme.key}=demo`;
    if (scheme.in === 'query') query = `?${scheme.key}=demo`;
  }
  return { headers, query };
};
