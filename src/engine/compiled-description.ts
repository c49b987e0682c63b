import { memoize } from '../kernel/caches.ts';
import { createVariants } from './assumptions/variants.ts';
import type { Contract, Operation } from './contract/contract.ts';
import type { DocumentUse } from './contract/document-uses.ts';
import { createRouter, type Router } from './routing/router.ts';
import { type Compilers, createCompilers } from './validation/ajv.ts';
import { createReplyValidator } from './validation/reply-validator.ts';
import { createNeedsOf, createRequestValidator } from './validation/request-validator.ts';

/** The operation that a recorded call is; undefined if it is none of this description. */
export const findCalled = (
  contract: Contract,
  { method, path }: { readonly method: string; readonly path: string },
): ReturnType<Router['find']> =>
  path.startsWith(`${contract.basePath}/`)
    ? compiledDescription(contract).router.find(method, path.slice(contract.basePath.length))
    : undefined;

/**
 * What follows from a description alone. All servers of a process share it, since compiling takes longer than the rest of a start. It
 * has no state that could show: only what was compiled so far and, for each response, the content that was validated last.
 */
export const compiledDescription = memoize((contract: Contract) => {
  const variants = createVariants(contract);
  /** Of the description that an operation belongs to: this one or a variant. */
  const compilersOf = (operation: Operation, use: DocumentUse): Compilers =>
    createCompilers(variants.contractOf(operation), use);
  return {
    router: createRouter(contract.operations),
    variants,
    compilersOf,
    requestValidator: memoize((operation: Operation) =>
      createRequestValidator(operation, compilersOf(operation, 'request')),
    ),
    replyValidator: memoize((operation: Operation) =>
      createReplyValidator(operation, compilersOf(operation, 'response')),
    ),
    needsOf: createNeedsOf(createCompilers(contract, 'request')),
  };
});
