import negotiator from '@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js';
import type { MediaType, Operation, ResponseDescription } from '../contract/contract.ts';

/** Prism's negotiator logs every step; the explanation of an exchange has ours. */
const noop = (): void => undefined;
const silent = { debug: noop, info: noop, success: noop, warn: noop, error: noop, trace: noop };

/**
 * Lets Prism evaluate an Accept header against one response, as its users expect; undefined if nothing matches. Prism
 * gets only the response in question, as plain data: its own routing takes milliseconds with thousands of operations,
 * and it mutates its options object, so each call creates one.
 */
export const negotiateContent = (
  { method }: Operation,
  { status, contents }: Pick<ResponseDescription, 'status' | 'contents'>,
  accept: string,
): MediaType | undefined => {
  const options = { dynamic: false, mediaTypes: accept.split(',').map((type) => type.trim()) };
  const offered = contents.map(({ mediaType }) => ({ id: mediaType, mediaType, schema: {} }));
  const response = { id: status, code: status, headers: [], contents: offered };
  const negotiate = negotiator.default.negotiateOptionsBySpecificResponse(method.toLowerCase(), options, response);
  try {
    const { right } = negotiate(silent as never) as { readonly right?: { readonly mediaType?: string } };
    return right && (contents.find(({ mediaType }) => mediaType === right.mediaType) ?? contents[0]);
  } catch (error) {
    // If nothing matches, it reads each media range once more, and throws at one that is malformed.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};
