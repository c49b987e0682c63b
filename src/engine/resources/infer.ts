import { memoize } from '../../kernel/caches.ts';
import type { Contract } from '../contract/contract.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { findSets } from './infer-action.ts';
import { findPaging } from './infer-list.ts';
import { createOperationReader, type Does, requestOf, successOf, type Thing } from './infer-operations.ts';
import {
  type Group,
  groupByPath,
  isShorterOf,
  lastOf,
  nameOf,
  parametersIn,
  parentOf,
  type Routed,
  shapeOf,
} from './infer-paths.ts';
import { ALIKE, createSchemas } from './infer-schemas.ts';
import { readStated } from './infer-stated.ts';
import type { Resource, ResourceOperation } from './resource.ts';

/** What is found of a group. */
interface Draft {
  readonly group: Group;
  readonly kind: Resource['kind'];
  readonly thing: Thing;
  readonly operations: readonly ResourceOperation[];
}

type Roles = Readonly<Record<string, Does>>;

const ITEM_ROLES: Roles = { GET: 'read', PUT: 'replace', PATCH: 'patch', POST: 'patch', DELETE: 'delete' };
const COLLECTION_ROLES: Roles = { GET: 'list', POST: 'create' };

/** Paths with one last word, of which no one is the obvious one. */
const MANY = 100;

const isBy =
  (methods: RegExp) =>
  ({ operation }: Routed): boolean =>
    methods.test(operation.method);

const bodyOf = ({ operation }: Routed): unknown => successOf(operation)?.body;

/**
 * The kinds of things that a description's operations create, return, change and delete. An operation in doubt is left out:
 * it is answered as generated. `x-resource` overrides what is inferred.
 */
export const inferResources = (
  contract: Contract,
): { readonly resources: readonly Resource[]; readonly findings: readonly Diagnostic[] } => {
  const { document, operations } = contract;
  const schemas = createSchemas(document);
  const { membersOf, likeness, objectsIn, listsIn } = schemas;
  const { placeOf, sharedBy, readOne, cancels } = createOperationReader(document, schemas);
  const { of, findings } = readStated(contract);
  // Of those with one method and path, the first is served.
  const served = Map.groupBy(operations, ({ method, path }) => `${method} ${shapeOf(path)}`);
  const routed = [...served.values()].flatMap(([operation]) => {
    const stated = operation?.unserved === undefined && operation !== undefined ? of(operation) : undefined;
    return operation === undefined || stated === undefined ? [] : [{ operation, stated }];
  });
  const groups = groupByPath(routed);

  /** What the items of a collection look like: what shows their id, or what a list and a creation agree on. */
  const findThing = memoize(({ path, collection, items }: Group): Thing | undefined => {
    const [item] = items;
    const stated = [...items, ...collection].find((each) => each.stated.id !== undefined)?.stated.id;
    const name = parametersIn(item?.operation.path ?? '').at(-1) ?? 'id';
    const parameter = item?.operation.parameters.find((each) => each.in === 'path' && each.name === name);
    const sought = { name, schema: parameter?.schema.schema, collection: lastOf(path) };
    const findId = (schema: unknown) => {
      if (stated === undefined) return schemas.findId(schema, sought);
      return membersOf(schema).has(stated[0] ?? '') ? { path: stated, isSure: true } : undefined;
    };
    const lists = collection.filter(isBy(/^GET$/)).flatMap((each) => listsIn(bodyOf(each)));
    const showing = [/^GET$/, /^PUT$/, /^PATCH$/].flatMap((method) => items.filter(isBy(method)));
    const shown = [...showing, ...collection.filter(isBy(/^POST$/))].map((each) => objectsIn(bodyOf(each)));
    if (item === undefined && stated === undefined) {
      const agreed = shown.flat().find(({ schema }) => lists.some((list) => likeness(schema, list.schema) >= ALIKE));
      return agreed && { schema: agreed.schema, id: findId(agreed.schema)?.path };
    }
    for (const places of [...shown, lists]) {
      const found = places.map(({ schema }) => ({ schema, id: findId(schema) })).filter(({ id }) => id !== undefined);
      const best = found.find(({ id }) => id?.isSure) ?? found[0];
      if (best !== undefined) return { schema: best.schema, id: best.id?.path };
    }
    const [whole] = [...shown.flat(), ...lists];
    return whole && { schema: whole.schema, id: stated };
  });

  const mayCreate = ({ operation }: Routed): boolean =>
    operation.method === 'POST' && requestOf(operation) !== undefined;

  /** Shorter paths of what one longer path creates belong to that: `/sections/{id}` to `/projects/{projectId}/sections`. */
  const joinShorter = (): void => {
    const creating = [...groups].filter(([, { collection }]) => collection.some(mayCreate));
    const byWord = Map.groupBy(creating, ([, { path }]) => lastOf(path));
    for (const [key, group] of groups) {
      const alike = byWord.get(lastOf(group.path)) ?? [];
      if (alike.length > MANY || !group.collection.every(isBy(/^GET$/))) continue;
      const longer = alike.filter(([, { path }]) => isShorterOf(group.path, path));
      const [target = ''] = longer[0] ?? [];
      const other = groups.get(target);
      if (other === undefined || longer.length > 1 || (group.items.length > 0 && other.items.length > 0)) continue;
      const [own, others] = [findThing(group), findThing(other)];
      if (others === undefined || (own !== undefined && likeness(own.schema, others.schema) < ALIKE)) continue;
      const joined = {
        path: other.path,
        collection: [...other.collection, ...group.collection],
        items: [...other.items, ...group.items],
        actions: [...other.actions, ...group.actions],
      };
      groups.set(target, joined);
      groups.delete(key);
    }
  };

  const roleOf = (each: Routed, group: Group, thing: Thing): Does | undefined => {
    const { method } = each.operation;
    const creates = group.collection.some(isBy(/^POST$/));
    if (group.collection.includes(each)) {
      // What is created without an id could not be found again.
      const isLost = method === 'POST' && group.items.length > 0 && thing.id === undefined;
      return isLost ? undefined : COLLECTION_ROLES[method];
    }
    if (method !== 'POST') return ITEM_ROLES[method];
    if (successOf(each.operation)?.status === 201 && !creates) return 'replace';
    const isChange = !group.items.some(isBy(/^(?:PUT|PATCH)$/)) && placeOf(bodyOf(each), thing) !== undefined;
    return isChange ? 'patch' : undefined;
  };

  const draftCollection = (group: Group): Draft | undefined => {
    const all = [...group.collection, ...group.items];
    const isStated = all.some(({ stated }) => stated.does !== undefined);
    const thing = findThing(group) ?? (isStated ? { schema: {}, id: ['id'] } : undefined);
    if (thing === undefined) return undefined;
    const found = all.flatMap((each) => {
      const { operation, stated } = each;
      if (stated.does === undefined && operation.method === 'DELETE' && cancels(operation)) {
        const sets = findSets(schemas, thing.schema, { name: 'cancel', isUndone: false });
        const action = sets && readOne({ operation, stated: { ...stated, sets } }, { group, thing, does: 'action' });
        if (action?.response !== undefined) return action;
      }
      const does = stated.does ?? roleOf(each, group, thing);
      return does === undefined ? [] : (readOne(each, { group, thing, does }) ?? []);
    });
    return { group, kind: 'collection', thing, operations: found };
  };

  /** What `GET` shows and `PUT` or `PATCH` of the same path changes; with `POST`, only if that answers the same. */
  const draftSingleton = (group: Group): Draft | undefined => {
    const { collection, path } = group;
    const [reading] = collection.filter(isBy(/^GET$/));
    if (reading === undefined || findPaging(schemas, reading.operation) !== undefined) return undefined;
    const body = bodyOf(reading);
    const changes = collection.filter(isBy(/^(?:PUT|PATCH)$/));
    const posts = collection.filter((each) => isBy(/^POST$/)(each) && schemas.isSame(bodyOf(each), body));
    const writing = changes.length > 0 ? changes : posts;
    const sent = writing.flatMap(({ operation }) => objectsIn(requestOf(operation)?.schema?.schema));
    // What only surrounds the thing is no part of it.
    const inner = sent.filter(({ schema, path: at }) => at.length > 0 || membersOf(schema).size > 1);
    const pairs = (inner.length > 0 ? inner : sent).flatMap((request) =>
      objectsIn(body).map(({ schema }) => ({ schema, share: sharedBy(request.schema, schema) })),
    );
    const best = pairs.sort((one, other) => other.share - one.share).find(({ share }) => share >= ALIKE);
    // Another address of what contains it, as Kubernetes has `/pods/{name}/status` for what `/pods/{name}` shows, too.
    const above = groups.get(shapeOf(parentOf(parentOf(path))));
    if (best === undefined || (above && schemas.isSame(findThing(above)?.schema, best.schema))) return undefined;
    const thing = { schema: best.schema, id: undefined };
    const alone = { ...group, items: [] };
    const found = [reading, ...writing, ...collection.filter(isBy(/^DELETE$/))].flatMap((each) => {
      const { method } = each.operation;
      const isMaking = method === 'POST' && successOf(each.operation)?.status === 201;
      const does = each.stated.does ?? (isMaking ? 'replace' : ITEM_ROLES[method]);
      return does === undefined ? [] : (readOne(each, { group: alone, thing, does }) ?? []);
    });
    return { group: alone, kind: 'singleton', thing, operations: found };
  };

  joinShorter();
  const drafts = [...groups.values()].flatMap(
    (group) => [draftCollection, draftSingleton].map((draft) => draft(group)).find(isKept) ?? [],
  );
  const taken = new Set(drafts.flatMap((draft) => draft.operations.map(({ operationId }) => operationId)));

  const actionsOf = ({ thing, group }: Draft): readonly ResourceOperation[] =>
    group.actions.flatMap(({ operation, stated, word }) => {
      const { method } = operation;
      if (taken.has(operation.id) || (stated.does ?? 'action') !== 'action' || method === 'GET') return [];
      const sets = stated.sets ?? findSets(schemas, thing.schema, { name: word, isUndone: method === 'DELETE' });
      const found = sets && readOne({ operation, stated: { ...stated, sets } }, { group, thing, does: 'action' });
      return found ?? [];
    });

  const nameOfDraft = ({ group }: Draft): string => group.name ?? nameOf(group.path);
  const named = Map.groupBy(drafts, nameOfDraft);
  const resources = drafts.map((draft): Resource => {
    const { group, kind, thing } = draft;
    const name = nameOfDraft(draft);
    return {
      name: named.get(name)?.length === 1 ? name : nameOf(group.path, true),
      path: group.path,
      kind,
      parents: parametersIn(group.path),
      id: thing.id,
      operations: [...draft.operations, ...(kind === 'collection' ? actionsOf(draft) : [])],
      pointer: parentOf([...group.collection, ...group.items][0]?.operation.pointer ?? '#/paths/'),
    };
  });
  const followed = new Set(resources.flatMap((each) => each.operations.map(({ operationId }) => operationId)));
  const unfollowed = routed.filter(({ operation, stated }) => stated.does !== undefined && !followed.has(operation.id));
  return { resources, findings: [...findings, ...unfollowed.map(toFinding)] };
};

/** Whether anything could be seen of it: what it writes, reads show. */
const isKept = (draft: Draft | undefined): draft is Draft => {
  const has = (...wanted: readonly Does[]): boolean =>
    draft?.operations.some(({ does }) => wanted.includes(does)) === true;
  const isShown = draft?.kind === 'collection' && has('read') && has('list');
  return isShown || (has('read', 'list') && has('create', 'replace', 'patch'));
};

const toFinding = ({ operation: { id, pointer } }: Routed): Diagnostic => ({
  pointer: `${pointer}/x-resource`,
  message: `x-resource is ignored: ${id} belongs to no resource; give the path items of a collection and of its items the same "name"`,
  effect: 'served',
  operationId: id,
});
