import type { ApiOperation } from '../../../src/generated/control-schemas.ts';
import { type Read, call, link, useRead } from '../../kit/kit.ts';

/** Those of the server that are no resource of the description. */
const OTHERS = ['jobs'];

const readKept = async () => {
  const [collections, operations] = await Promise.all([call('GET', '/records'), call('GET', '/operations')]);
  return {
    names: collections.data.map(({ name }) => name).filter((name) => !OTHERS.includes(name)),
    operations: operations.data,
  };
};

/** The collections that the description's operations keep, and these operations. */
export const useKept = (): Read<Awaited<ReturnType<typeof readKept>>> => useRead(readKept, 'kept');

/** A collection is named by the path of its operations without their parameters. */
const nameOf = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .join('.');

/** Those of a collection as a whole, or of what is in it: also what is below one item, such as `/tickets/{id}/close`. */
export const operationsOf = (
  operations: readonly ApiOperation[],
  collection: string,
  ofItems: boolean,
): readonly ApiOperation[] =>
  operations.filter(({ path }) => {
    const item = path.slice(0, path.lastIndexOf('}') + 1);
    return ofItems ? nameOf(item) === collection : path !== item && nameOf(path) === collection;
  });

/** To trying an operation, with the ids of a record in its path. */
export const toTry = ({ operationId, path }: ApiOperation, ids: readonly string[]): string => {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => `path:${name}`);
  // Not every path names all that contains the record.
  const own = ids.slice(-names.length);
  return link('reference', 'api', operationId, Object.fromEntries(names.map((name, at) => [name, own[at] ?? ''])));
};
