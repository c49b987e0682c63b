import negotiator from '@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js';
import type { MediaType, NamedExample, Operation, ResponseDescription } from '../contract/contract.ts';
import { usualContents } from '../contract/media-ranges.ts';

/** Prism's negotiator logs every step; the explanation of an exchange has ours. */
const silent = { debug: noop, info: noop, success: noop, warn: noop, error: noop, trace: noop };
function noop(): void {
  return undefined;
}

interface Negotiated {
  readonly right?: {
    readonly code: string;
    readonly mediaType?: string;
    readonly bodyExample?: { readonly key: string };
  };
}

/**
 * Lets Prism evaluate an Accept header against one response, as its users expect; undefined if nothing matches. Prism
 * gets only the response in question, as plain data: its own routing takes milliseconds with thousands of operations,
 * and it mutates its options object, so each call creates one.
 */
export const negotiateContent = (
  operation: Operation,
  response: ResponseDescription,
  accept: string,
): { content: MediaType | undefined; example: NamedExample | undefined } | undefined => {
  const options = { dynamic: false, mediaTypes: accept.split(',').map((type) => type.trim()) };
  const right = weigh(operation.method.toLowerCase(), options, response);
  if (right === undefined) return undefined;
  const content = response.contents.find(({ mediaType }) => mediaType === right.mediaType) ?? response.contents[0];
  return { content, example: content?.examples.find(({ name }) => name === right.bodyExample?.key) };
};

/** If nothing matches, Prism reads each media range once more, and throws a TypeError at one that is malformed. */
const weigh = (
  method: string,
  options: Parameters<typeof negotiator.default.negotiateOptionsBySpecificResponse>[1],
  response: ResponseDescription,
): Negotiated['right'] => {
  const negotiate = negotiator.default.negotiateOptionsBySpecificResponse(method, options, toPrism(response));
  try {
    return (negotiate(silent as never) as Negotiated).right;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

const toPrism = (response: ResponseDescription) => ({
  id: response.status,
  code: response.status,
  headers: [],
  contents: response.contents.map(({ mediaType, examples, schema }) => ({
    id: mediaType,
    mediaType,
    ...(schema === undefined ? {} : { schema: {} }),
    examples: examples.map(({ name, value }) => ({ id: name, key: name, value })),
  })),
});

/** Prism's response to a request that is refused with one of these statuses; undefined if none is declared. */
export type NegotiateRefusal = (operation: Operation, codes: readonly string[]) => Negotiated['right'];

export const negotiateRefusal: NegotiateRefusal = (operation, codes) => {
  const declared = operation.responses
    .filter(({ status }) => !/^[123]/.test(status))
    .map((response) => toPrism({ ...response, contents: usualContents(response) }));
  const { right } = negotiator.default.negotiateOptionsForInvalidRequest(
    declared,
    codes as never,
  )(silent as never) as Negotiated;
  return right;
};
