import { CONVENTIONS } from '../../generated/conventions.ts';
import type { Operation } from '../contract/contract.ts';
import type { Stated } from './infer-stated.ts';

/** An operation with what `x-resource` says of it. */
export interface Routed extends Operation {
  readonly stated: Stated;
}

/** The operations of a collection's path, of its items' and of what is below an item. */
export interface Group {
  /** As `x-resource` has it. */
  readonly name: string | undefined;
  /** Of the collection. */
  readonly path: string;
  readonly collection: readonly Routed[];
  readonly items: readonly Routed[];
  /** Each with the last word of its path. */
  readonly actions: readonly (Routed & { readonly word: string })[];
}

export const parametersIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

export const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Paths that differ in the names of parameters alone have the same. */
export const shapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');

const ITEM = /\/\{[^{}/]*\}$/;

/** An item, and the word after it: `/tickets/{id}/close`, `/tickets/{id}/actions/close` or `/tickets/{id}:close`. */
const BELOW_ITEM = /^(.*\/\{[^{}/]*\})(?::|\/(?:actions\/)?)([\w-]+)$/;

/** By the shapes of collections; paths that are given the same name belong together. */
export const groupByPath = (operations: readonly Routed[]): Map<string, Group> => {
  const placed = operations.flatMap((routed) => {
    // Some paths end in the format: `/calls.json` and `/calls/{id}.json`.
    const path = routed.path.replace(/\.json$/, '');
    const [, item, word = ''] = BELOW_ITEM.exec(path) ?? [];
    const own = {
      each: { ...routed, word },
      at: path.replace(ITEM, ''),
      place: ITEM.test(path) ? 'items' : 'collection',
    };
    return item === undefined ? [own] : [{ ...own, at: parentOf(item), place: 'actions' }, own];
  });
  const names = new Map(
    placed.flatMap(({ at, place, each: { stated } }) =>
      stated.name === undefined || place === 'actions' ? [] : [[shapeOf(at), stated.name] as const],
    ),
  );
  const groups = Map.groupBy(placed, ({ at }) => names.get(shapeOf(at)) ?? shapeOf(at));
  return new Map(
    [...groups].map(([key, all]) => {
      const path = all[0]?.at ?? '';
      const of = (place: string) => all.filter((each) => each.place === place).map(({ each }) => each);
      const places = { collection: of('collection'), items: of('items'), actions: of('actions') };
      return [key, { name: names.get(shapeOf(path)), path, ...places }] as const;
    }),
  );
};

const PREFIX = new RegExp(`^(?:/(?:${CONVENTIONS.pathPrefix}))+(?=/)`);

/** `projects.tickets` of `/v1/projects/{projectId}/tickets`. */
export const nameOf = (path: string, isFull = false): string =>
  path
    .replace(PREFIX, '')
    .split('/')
    .filter((segment) => segment !== '' && (isFull || !/^\{[^{}]*\}$/.test(segment)))
    .join('.');

/** Whether a path has the segments of another one in their order, and others between them. */
export const isShorterOf = (short: string, long: string): boolean => {
  const wanted = shapeOf(short).split('/');
  const found = shapeOf(long)
    .split('/')
    .reduce((index, segment) => (segment === wanted[index] ? index + 1 : index), 0);
  return found === wanted.length && short.length < long.length;
};
