import type { Contract } from '../contract/contract.ts';
import type { Settled } from '../exchange/exchange.ts';
import { createLinkScrub, linksOf } from './scrub.ts';

type PathForLog = (exchange: Pick<Settled, 'request' | 'operation'>) => string;

/**
 * The path as it may be logged. A public link contains its own key (`/links/{token}`), which readers of the log
 * must not be able to use, so such a path appears as its template. A link with a typo after its key matches no
 * operation, but still contains the key.
 */
export const createPathForLog = (contract: Pick<Contract, 'basePath' | 'operations'>): PathForLog => {
  const links = new Set(linksOf(contract.operations));
  const scrubLinks = createLinkScrub(contract);
  return ({ request, operation }) => {
    if (operation === undefined) return scrubLinks(request.path);
    return operation.security.length === 0 && links.has(operation) ? operation.path : request.path;
  };
};
