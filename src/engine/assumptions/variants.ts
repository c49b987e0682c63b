import { createBoundedCache, getOrInsert } from '../../kernel/caches.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { pointerKeys } from '../../kernel/json-pointer.ts';
import { isObject, mergePatch } from '../../kernel/json.ts';
import { readContract } from '../contract/read-contract.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import type { Assumed } from './register.ts';

/** Cache size. Each variant holds the validators of its called operations; the least recently used one is evicted. */
const KEPT = 24;

/** The API description as patched by a sandbox's assumptions. */
export const createVariants = (contract: Contract) => {
  const known = createBoundedCache<ReadonlyMap<string, Operation>>(KEPT);
  const contracts = new WeakMap<Operation, Contract>();
  const make = ({ patches }: Assumed): ReadonlyMap<string, Operation> => {
    let document: unknown = contract.document;
    for (const [pointer, patch] of patches) document = patchAt(document, pointerKeys(pointer), patch);
    const loaded = {
      file: contract.file,
      document: document as SchemaObject,
      explainReference: (target: string) => `$ref "${target}" leads nowhere`,
    };
    const variant = readContract(loaded, contract.problems);
    for (const operation of variant.operations) contracts.set(operation, variant);
    return new Map(variant.operations.map((operation) => [operation.id, operation]));
  };
  return {
    /** The patched version of an operation. */
    operationIn: (assumed: Assumed, operation: Operation): Operation => {
      const operations = getOrInsert(known, assumed.variant, () => make(assumed));
      return operations.get(operation.id) ?? operation;
    },
    /** The description that an operation belongs to: the original or a patched one. */
    contractOf: (operation: Operation): Contract => contracts.get(operation) ?? contract,
  };
};

/** Applies a merge patch at a path; unaffected parts are shared, not copied. */
const patchAt = (document: unknown, keys: readonly string[], patch: unknown): unknown => {
  const [key, ...rest] = keys;
  if (key === undefined) return mergePatch(document, patch);
  const inside: unknown = isObject(document) || Array.isArray(document) ? Reflect.get(document, key) : undefined;
  const changed = patchAt(inside, rest, patch);
  if (Array.isArray(document)) return document.map((item: unknown, index) => (String(index) === key ? changed : item));
  return { ...(document as object | undefined), [key]: changed };
};
