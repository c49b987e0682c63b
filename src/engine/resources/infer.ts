import type { Contract } from '../contract/contract.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { findSets } from './infer-action.ts';
import { findPaging } from './infer-list.ts';
import { ALIKE, createOperationReader, successOf, type Thing } from './infer-operations.ts';
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
import { createSchemas } from './infer-schemas.ts';
import { readStated } from './infer-stated.ts';
import type { Resource, ResourceOperation } from './resource.ts';

/** A group with what its operations do. */
interface Draft {
  readonly group: Group;
  readonly kind: Resource['kind'];
  readonly thing: Thing;
  readonly operations: readonly ResourceOperation[];
}

const ITEM_ROLES: Readonly<Record<string, ResourceOperation['does']>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'patch',
  POST: 'patch',
  DELETE: 'delete',
};

const COLLECTION_ROLES: Readonly<Record<string, ResourceOperation['does']>> = { GET: 'list', POST: 'create' };

/**
 * The kinds of things that a description's operations create, return, change and delete. An operation in doubt is left out:
 * it is answered as generated. `x-resource` overrides what is inferred.
 */
export const inferResources = (
  contract: Contract,
): { readonly resources: readonly Resource[]; readonly findings: readonly Diagnostic[] } => {
  const { document } = contract;
  const schemas = createSchemas(document);
  const { placeOf, sharedBy, readOne, requestOf, cancels } = createOperationReader(document, schemas);
  const { of, findings } = readStated(contract);
  const first = new Map(
    contract.operations.map((each) => [`${each.method} ${shapeOf(each.path)}`, each] as const).reverse(),
  );
  const routed = [...first.values()].reverse().flatMap((operation) => {
    const stated = operation.unserved === undefined ? of(operation) : undefined;
    return stated === undefined ? [] : [{ operation, stated }];
  });
  const groups = groupByPath(routed);

  const bodiesOf = (operations: readonly Routed[], ...methods: readonly string[]): readonly unknown[] =>
    methods
      .flatMap((method) => operations.filter(({ operation }) => operation.method === method))
      .map(({ operation }) => successOf(operation)?.body);

  /** What the items of a collection look like: what shows their id, or what a list and a creation agree on. */
  const findThing = ({ path, collection, items }: Group): Thing | undefined => {
    const [item] = items;
    const stated = [...items, ...collection].find((each) => each.stated.id !== undefined)?.stated.id;
    const name = item === undefined ? 'id' : (parametersIn(item.operation.path).at(-1) ?? 'id');
    const described = item?.operation.parameters.find((each) => each.in === 'path' && each.name === name);
    const sought = { name, schema: described?.schema.schema, collection: lastOf(path) };
    const lists = bodiesOf(collection, 'GET').flatMap((body) => schemas.placesIn(body).filter(({ isList }) => isList));
    const bodies = [...bodiesOf(items, 'GET', 'PUT', 'PATCH'), ...bodiesOf(collection, 'POST')];
    const views = [...bodies.map((body) => schemas.placesIn(body).filter(({ isList }) => !isList)), lists];
    if (item === undefined && stated === undefined) {
      const shown = views.slice(0, -1).flat();
      const agreed = shown.find(({ schema }) => lists.some((list) => schemas.likeness(schema, list.schema) >= ALIKE));
      return agreed && { schema: agreed.schema, id: schemas.findId(agreed.schema, sought)?.path };
    }
    for (const places of views) {
      if (stated !== undefined) {
        const place = places.find(({ schema }) => schemas.membersOf(schema).has(stated[0] ?? ''));
        if (place !== undefined) return { schema: place.schema, id: stated };
        continue;
      }
      const found = places.flatMap(({ schema }) => {
        const id = schemas.findId(schema, sought);
        return id === undefined ? [] : [{ schema, id: id.path, isSure: id.isSure }];
      });
      const best = found.find(({ isSure }) => isSure) ?? found[0];
      if (best !== undefined) return best;
    }
    const [whole] = views.flat();
    return whole && { schema: whole.schema, id: stated };
  };

  const readGroup = (group: Group, thing: Thing, parents: readonly string[]): readonly ResourceOperation[] => {
    const mayReach = group.items.length === 0 || thing.id !== undefined;
    const read = (each: Routed, does: ResourceOperation['does'] | undefined) =>
      does === undefined ? [] : (readOne(each, { group, thing, parents, does }) ?? []);
    const mayCreate = group.collection.some(({ operation }) => operation.method === 'POST');
    const changes = group.items.filter(({ operation }) => /^(?:PUT|PATCH)$/.test(operation.method));
    return [
      ...group.collection.flatMap((each) => {
        const { does } = each.stated;
        const usual = COLLECTION_ROLES[each.operation.method];
        return read(each, does ?? (usual === 'create' && !mayReach ? undefined : usual));
      }),
      ...group.items.flatMap((each) => {
        const { does } = each.stated;
        const { method } = each.operation;
        const success = successOf(each.operation);
        if (does === undefined && method === 'DELETE' && cancels(each.operation)) {
          const sets = findSets(schemas, thing.schema, { name: 'cancel', isUndone: false });
          const isStill = sets !== undefined && placeOf(success?.body, thing) !== undefined;
          if (isStill) return read({ ...each, stated: { ...each.stated, sets } }, 'action');
        }
        if (does !== undefined || method !== 'POST') return read(each, does ?? ITEM_ROLES[method]);
        if (success?.status === 201 && !mayCreate) return read(each, 'replace');
        return changes.length > 0 || placeOf(success?.body, thing) === undefined ? [] : read(each, 'patch');
      }),
    ];
  };

  const draftCollection = (group: Group): Draft | undefined => {
    const isStated = [...group.collection, ...group.items].some(({ stated }) => stated.does !== undefined);
    const thing = findThing(group) ?? (isStated ? { schema: {}, id: ['id'] } : undefined);
    if (thing === undefined) return undefined;
    return { group, kind: 'collection', thing, operations: readGroup(group, thing, parametersIn(group.path)) };
  };

  /** What `GET` shows and `PUT` or `PATCH` of the same path changes; with `POST`, only if that answers the same. */
  const draftSingleton = (group: Group): Draft | undefined => {
    const { collection } = group;
    const methods = (wanted: RegExp) => collection.filter(({ operation }) => wanted.test(operation.method));
    const [reading] = methods(/^GET$/);
    const body = reading && successOf(reading.operation)?.body;
    const shown = schemas.placesIn(body).filter(({ isList }) => !isList);
    if (reading === undefined || shown[0]?.path.length !== 0 || findPaging(schemas, reading.operation) !== undefined)
      return undefined;
    const changes = methods(/^(?:PUT|PATCH)$/);
    const posts = methods(/^POST$/).filter(({ operation }) => schemas.isSame(successOf(operation)?.body, body));
    const writing = changes.length > 0 ? changes : posts;
    const sent = writing
      .flatMap(({ operation }) => schemas.placesIn(requestOf(operation)?.schema?.schema))
      .filter(({ isList }) => !isList);
    // What only surrounds the thing is no part of it.
    const inner = sent.filter(({ schema, path }) => path.length > 0 || schemas.membersOf(schema).size > 1);
    const pairs = (inner.length > 0 ? inner : sent).flatMap(({ schema }) =>
      shown.map((place) => ({ place, share: sharedBy(schema, place.schema) })),
    );
    const best = pairs.sort((a, b) => b.share - a.share)[0];
    if (best === undefined || best.share < ALIKE) return undefined;
    const thing = { schema: best.place.schema, id: undefined };
    const whole = { ...group, items: [] };
    const operations = [reading, ...writing, ...methods(/^DELETE$/)].flatMap((each) => {
      const { method } = each.operation;
      const isMaking = method === 'POST' && successOf(each.operation)?.status === 201;
      const does = each.stated.does ?? (isMaking ? 'replace' : ITEM_ROLES[method]);
      return does === undefined
        ? []
        : (readOne(each, { group: whole, thing, parents: parametersIn(group.path), does }) ?? []);
    });
    return { group: whole, kind: 'singleton', thing, operations };
  };

  /** A shorter path of what a longer one creates: `/sections/{id}` of `/projects/{projectId}/sections`. */
  const joinShorter = (drafts: Map<string, Draft>): ReadonlyMap<string, string> => {
    const byWord = Map.groupBy(drafts, ([, { group }]) => lastOf(group.path));
    const joined = new Map<string, string>();
    for (const [key, group] of groups) {
      const draft = drafts.get(key);
      if (draft?.operations.some(({ does }) => does === 'create') === true) continue;
      const longer = (byWord.get(lastOf(group.path)) ?? []).filter(
        ([, other]) =>
          isShorterOf(group.path, other.group.path) && other.operations.some(({ does }) => does === 'create'),
      );
      const [[target, other] = []] = longer;
      if (target === undefined || other === undefined || longer.length > 1) continue;
      if (group.items.length > 0 && (other.group.items.length > 0 || draft === undefined)) continue;
      const thing = group.items.length > 0 && draft !== undefined ? draft.thing : other.thing;
      if (schemas.likeness(thing.schema, other.thing.schema) < ALIKE) continue;
      const parents = parametersIn(other.group.path);
      const operations = [
        ...readGroup(other.group, thing, parents),
        ...readGroup(group, thing, parents).filter(({ does }) => does !== 'create'),
      ];
      drafts.set(target, { ...other, thing, operations });
      drafts.delete(key);
      joined.set(key, target);
    }
    return joined;
  };

  const collections = new Map(
    [...groups].flatMap(([key, group]) => {
      const draft = draftCollection(group);
      return draft === undefined ? [] : [[key, draft] as const];
    }),
  );
  const joined = joinShorter(collections);
  const kept = [...collections].filter(([, draft]) => isKept(draft));
  const taken = new Set(kept.flatMap(([, { operations }]) => operations.map(({ operationId }) => operationId)));
  const isFree = ({ operation }: Routed): boolean => !taken.has(operation.id);

  const singletons = [...groups.values()].flatMap((group) => {
    if (!group.collection.every(isFree)) return [];
    const draft = draftSingleton(group);
    const above = collections.get(shapeOf(parentOf(parentOf(group.path))));
    // A part of the address only, as Kubernetes has `/pods/{name}/status` for what `/pods/{name}` shows, too.
    const isItself =
      above !== undefined && draft !== undefined && schemas.isSame(above.thing.schema, draft.thing.schema);
    return draft === undefined || isItself || !isKept(draft) ? [] : [draft];
  });
  for (const { operations } of singletons) for (const { operationId } of operations) taken.add(operationId);

  const actionsOf = ({ thing, group }: Draft, actions: Group['actions']): readonly ResourceOperation[] =>
    actions.filter(isFree).flatMap(({ word, ...each }) => {
      const { operation, stated } = each;
      const isUndone = operation.method === 'DELETE';
      const mayAct = stated.does === undefined && /^(?:POST|PUT|PATCH|DELETE)$/.test(operation.method);
      const sets = mayAct ? findSets(schemas, thing.schema, { name: word, isUndone }) : stated.sets;
      if (sets === undefined) return [];
      const items = [...group.items, each];
      const parents = parametersIn(group.path);
      return (
        readOne(
          { operation, stated: { ...stated, sets } },
          { group: { ...group, items }, thing, parents, does: 'action' },
        ) ?? []
      );
    });
  const withActions = kept.map(([key, draft]) => {
    const keys = [key, ...[...joined].flatMap(([from, to]) => (to === key ? [from] : []))];
    const actions = keys.flatMap((each) => groups.get(each)?.actions ?? []);
    return { ...draft, operations: [...draft.operations, ...actionsOf(draft, actions)] };
  });

  const resources = withNames([...withActions, ...singletons], contract);
  const followed = new Set(resources.flatMap(({ operations }) => operations.map(({ operationId }) => operationId)));
  const unfollowed = routed.filter(({ operation, stated }) => stated.does !== undefined && !followed.has(operation.id));
  return { resources, findings: [...findings, ...unfollowed.map(toFinding)] };
};

/** Whether anything could be seen of it: what it writes, reads show. */
const isKept = ({ kind, operations }: Draft): boolean => {
  const has = (...wanted: readonly ResourceOperation['does'][]): boolean =>
    operations.some(({ does }) => wanted.includes(does));
  const isReadOnly = kind === 'collection' && has('read') && has('list');
  return has('read', 'list') && (isReadOnly || has('create', 'replace', 'patch'));
};

const withNames = (drafts: readonly Draft[], { operations }: Contract): readonly Resource[] => {
  const pointers = new Map(operations.map(({ id, pointer }) => [id, parentOf(pointer)]));
  const names = drafts.map((draft) => nameOfDraft(draft));
  return drafts.map((draft, index) => {
    const { group, kind, thing, operations: own } = draft;
    const name = names[index] ?? '';
    return {
      name: names.indexOf(name) === names.lastIndexOf(name) ? name : nameOf(group.path, true),
      path: group.path,
      kind,
      parents: parametersIn(group.path),
      id: thing.id,
      operations: own,
      pointer: pointers.get(own[0]?.operationId ?? '') ?? '#/paths',
    };
  });
};

const nameOfDraft = ({ group }: Draft): string =>
  [...group.collection, ...group.items].find(({ stated }) => stated.name !== undefined)?.stated.name ??
  nameOf(group.path);

const toFinding = ({ operation, stated }: Routed): Diagnostic => ({
  pointer: `${operation.pointer}/x-resource`,
  message: `x-resource is ignored: ${operation.id} cannot ${stated.does ?? 'do'} anything under this path; name the collection's path and that of its items alike with "name" of their path items`,
  effect: 'served',
  operationId: operation.id,
});
