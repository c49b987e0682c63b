import { createMock } from '../../composition/create-mock.ts';
import { inferResources } from '../../engine/resources/infer.ts';
import { isObject } from '../../kernel/json.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import type { Contract, Operation } from '../../engine/contract/contract.ts';
import { credentialsFor } from '../remote/any-credentials.ts';

/** A call that the description answers with success. */
export interface FirstCall {
  readonly operation: Operation;
  /** Below the base path, with its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  /** A thing that it answers, by its resource; undefined if it is no kept one, or within another one. */
  readonly fixture: Readonly<Record<string, readonly object[]>> | undefined;
}

/** Values of path parameters, of which most schemas take one. */
const IDS = ['1', '5f3c1d52-0b5e-4d1c-9a6f-0d6c3b1f7a01', 'a'];

/** Operations that are tried: each may compile the schemas of its response. */
const MOST_TRIED = 30;

/** Members of a fixture beside its id. */
const MOST_WRITTEN = 4;

/** What is served, and the first call of a new user: a GET that takes nothing but ids, of one thing if possible. Undefined if none succeeds. */
export const pickCall = async (
  spec: readonly string[],
): Promise<{ readonly contract: Contract; readonly call: FirstCall | undefined }> => {
  const mock = await createMock({ spec, behaviours: 'none' });
  const { contract } = mock;
  const { resources } = inferResources(contract);
  const fixtureOf = async ({ id }: Operation, response: Response): Promise<FirstCall['fixture']> => {
    for (const resource of resources)
      for (const { does, operationId, response: at = [] } of resource.operations) {
        if (operationId !== id || does !== 'read' || resource.parents.length > 0 || resource.id?.length !== 1) continue;
        const [idName = ''] = resource.id;
        // It may be no JSON.
        const body: unknown = await response.json().catch(() => undefined);
        const thing = valueIn(body, at);
        if (!isObject(thing) || thing[idName] === undefined) return undefined;
        const texts = Object.entries(thing).filter(([, value]) => typeof value === 'string');
        return { [resource.name]: [{ [idName]: thing[idName], ...Object.fromEntries(texts.slice(0, MOST_WRITTEN)) }] };
      }
    return undefined;
  };
  try {
    const simple = contract.operations.filter(
      ({ method, parameters }) => method === 'GET' && parameters.every((one) => !one.required || one.in === 'path'),
    );
    const ofOne = simple.filter(({ path }) => path.split('{').length === 2);
    for (const operation of [...ofOne, ...simple].slice(0, MOST_TRIED))
      for (const id of IDS) {
        const { headers, query } = credentialsFor(operation);
        const target = operation.path.replaceAll(/\{[^{}]*\}/g, id) + query;
        const response = await mock.handle(new Request(mock.baseUrl + target, { headers }));
        const { status } = response;
        if (status >= 300) continue;
        return {
          contract,
          call: { operation, target, headers, status, fixture: await fixtureOf(operation, response) },
        };
      }
    return { contract, call: undefined };
  } finally {
    await mock.close();
  }
};
