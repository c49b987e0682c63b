import prismHttp from '@stoplight/prism-http';
import prismNegotiator from '@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js';
import { describe, expect, test } from '@jest/globals';
import type { Operation } from '../src/engine/contract/contract.ts';
import { loadContract } from '../src/engine/validation/load-contract.ts';
import { createNegotiator } from '../src/engine/responders/negotiate.ts';
import { Problem } from '../src/kernel/problem.ts';
import { specFile } from '../test/support/spec-files.ts';

interface Choice {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly example: unknown;
}

/** What Prism's negotiator answers, an `Either` of fp-ts. */
type Negotiated =
  | { readonly left: { readonly status: number } }
  | {
      readonly right: {
        readonly code: string;
        readonly mediaType?: string;
        readonly bodyExample?: { readonly value: unknown };
      };
    };

const contract = await loadContract(specFile('openapi.yaml'), { trusted: true });
const negotiate = createNegotiator();

const ours = async (operation: Operation, accept: string): Promise<Choice> => {
  try {
    const { status, content, example } = await negotiate(operation, {}, accept);
    return { status, mediaType: content?.mediaType, example: example?.value };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: error.members.status, mediaType: undefined, example: undefined };
  }
};

// Prism reads the description by itself, so that its understanding of it is compared too.
const prismOperations = await prismHttp.getHttpOperationsFromSpec(specFile('openapi.yaml'));

const silent = new Proxy({}, { get: () => () => undefined });

/** Prism takes the lowest 2xx; where ours is told to take another one, Prism is shown that one only. */
const prisms = ({ method, path, defaultResponse: named }: Operation, accept: string): Choice => {
  const operation = prismOperations.find((other) => other.path === path && other.method === method.toLowerCase())!;
  const responses = operation.responses.filter(({ code }) => named === undefined || code === named);
  const result = prismNegotiator.default.negotiateOptionsForValidRequest(
    { ...operation, responses },
    { dynamic: false, mediaTypes: accept.split(',') },
  )(silent as never) as Negotiated;
  if ('left' in result) return { status: result.left.status, mediaType: undefined, example: undefined };
  const { code: status, mediaType, bodyExample } = result.right;
  return { status: Number(status), mediaType, example: bodyExample?.value };
};

describe.each(['application/json', '*/*', 'application/pdf', 'text/html', 'text/html,application/json'])(
  'Accept: %s',
  (accept) => {
    // Prism takes `*/*` in a description for text/plain; ours takes the first media type that is one.
    const operations = contract.operations.filter(({ id }) => accept !== '*/*' || id !== 'downloadDocument');

    test.each(operations)('$id: the choice is the one Prism makes', async (operation) => {
      expect(await ours(operation, accept)).toEqual(prisms(operation, accept));
    });
  },
);
