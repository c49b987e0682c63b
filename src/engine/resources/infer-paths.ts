import { pointerKeys } from '../../kernel/json-pointer.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { Cursor } from '../contract/cursor.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { createExtensionReader } from '../contract/read-extensions.ts';
import type { MemberPath, ResourceOperation } from './resource.ts';
import { CONVENTIONS } from '../../generated/conventions.ts';

export type Does = ResourceOperation['does'];

const DOES: readonly Does[] = ['create', 'read', 'list', 'replace', 'patch', 'delete', 'action'];

const OF_OPERATION = `write false, or an object with "does", one of ${DOES.join(', ')}`;
const OF_PATH = 'write false, or an object with "name", "id" or "key"';
const OF_MEMBERS = 'write a list of members, such as ["data"], or [] for the whole body';

/**
 * `x-resource` overrides what is inferred: on a path item `false`, or the name of the resource, the member of its id and
 * those that name one thing; on an operation `false`, or what it does.
 */
export const readStated = (contract: Contract) => {
  const findings: Diagnostic[] = [];
  const read = createExtensionReader(findings);
  const root = new Cursor(contract.document, '#', { document: contract.document, explainReference: () => '' });

  const readMembers = (at: Cursor): MemberPath | undefined => {
    if (!at.exists) return undefined;
    const { node } = at;
    if (typeof node === 'string') return [node];
    if (Array.isArray(node) && node.every((name) => typeof name === 'string')) return node;
    read.ignore(at, OF_MEMBERS);
    return undefined;
  };

  /** Undefined for `false`: nothing is kept there. */
  const of = ({ pointer }: Operation) => {
    const keys = pointerKeys(pointer);
    const path = root.at(...keys.slice(0, keys.at(-2) === 'additionalOperations' ? -2 : -1), 'x-resource');
    const operation = root.at(...keys, 'x-resource');
    if (path.node === false || operation.node === false) return undefined;
    const does = DOES.find((each) => each === operation.text('does'));
    if (path.exists && path.text('name') === undefined && !['id', 'key'].some((name) => path.at(name).exists))
      read.ignore(path, OF_PATH);
    if (operation.exists && does === undefined) read.ignore(operation, OF_OPERATION);
    return {
      name: path.text('name'),
      id: readMembers(path.at('id')),
      key: readMembers(path.at('key')),
      does,
      sets: does && read.object(operation.at('sets'), 'write an object of members and their values'),
      request: does && readMembers(operation.at('body')),
      response: does && readMembers(operation.at('result')),
    };
  };
  return { of, findings };
};

/** An operation with what `x-resource` says of it and of its path. */
export interface Routed extends Operation {
  readonly stated: NonNullable<ReturnType<ReturnType<typeof readStated>['of']>>;
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

/** `projects.tickets` of `/v1/projects/{projectId}/tickets`; in full, two versions of an API differ, too. */
export const nameOf = (path: string, isFull = false): string =>
  (isFull ? path : path.replace(PREFIX, ''))
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
