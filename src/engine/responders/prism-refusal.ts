import negotiator from '@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js';
import type { Operation } from '../contract/contract.ts';
import { usualContents } from '../contract/media-ranges.ts';
import { toPrism, silent } from './prism-negotiation.ts';

interface Negotiated {
  readonly right?: {
    readonly code: string;
    readonly mediaType?: string;
    readonly bodyExample?: { readonly key: string };
  };
}

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
