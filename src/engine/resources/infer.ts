import { CONVENTIONS } from '../../generated/conventions.ts';
import { memoize } from '../../kernel/caches.ts';
import type { Contract } from '../contract/contract.ts';
import { suggest } from '../matching/nearest.ts';
import { inferListShape } from './infer-list.ts';
import { createOperationReader, requestOf, successOf, type Thing } from './infer-operations.ts';
import {
  type Does,
  type Group,
  groupByPath,
  isShorterOf,
  lastOf,
  nameOf,
  parametersIn,
  parentOf,
  readStated,
  type Routed,
  shapeOf,
} from './infer-paths.ts';
import { ALIKE, createSchemas, type Place, type Schemas } from './infer-schemas.ts';
import { isCalled, singularsOf, wordsOf } from '../matching/names.ts';
import type { MemberPath, Resource, ResourceOperation } from './resource.ts';

/** What is found of a group. */
interface Draft extends Pick<Resource, 'kind' | 'operations'> {
  readonly group: Group;
  readonly thing: Thing;
}

const ITEM_ROLES: Readonly<Record<string, Does>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'patch',
  POST: 'patch',
  DELETE: 'delete',
};

const by = (all: readonly Routed[], ...methods: readonly string[]): readonly Routed[] =>
  all.filter(({ method }) => methods.includes(method));

const bodyOf = (operation: Routed): unknown => successOf(operation)?.body;

/**
 * The kinds of things that a description's operations create, return, change and delete. An operation in doubt is left out:
 * it is answered as generated. `x-resource` overrides what is inferred.
 */
export const inferResources = (contract: Contract) => {
  const { document, operations } = contract;
  const schemas = createSchemas(document);
  const { likeness, sharedBy, objectsIn, listsIn, isSame, memberLike } = schemas;
  const { placeOf, readOne, findSets, cancels } = createOperationReader(document, schemas);
  const { of, findings } = readStated(contract);
  // Of those with one method and path, the first is served.
  const served = Map.groupBy(operations, ({ method, path }) => `${method} ${shapeOf(path)}`);
  const routed = [...served.values()].flatMap(([operation]) => {
    const stated = operation && operation.unserved === undefined ? of(operation) : undefined;
    return operation && stated ? [{ ...operation, stated }] : [];
  });
  const groups = groupByPath(routed);

  /** What the items of a collection look like: what shows their id, or what a list and a creation agree on. */
  const findThing = memoize(({ path, collection, items }: Group): Thing | undefined => {
    const all = [...items, ...collection];
    const stated = all.find((each) => each.stated.id !== undefined)?.stated.id;
    const lists = by(collection, 'GET').flatMap((each) => listsIn(bodyOf(each)));
    const showing = [...by(items, 'GET'), ...by(items, 'PUT', 'PATCH'), ...by(collection, 'POST')];
    const shown = showing.flatMap((each) => objectsIn(bodyOf(each)));
    const [item] = items;
    const isAgreed = ({ schema }: Place) => lists.some((list) => likeness(schema, list.schema) >= ALIKE);
    const places = item === undefined && stated === undefined ? shown.filter(isAgreed) : [...shown, ...lists];
    const [whole, ...others] = places.map(({ schema }) => schema);
    if (whole === undefined) return undefined;
    if (stated !== undefined) {
      const schema = [whole, ...others].find((each) => schemas.membersOf(each).has(stated[0] ?? ''));
      return { schema: schema ?? whole, id: stated };
    }
    const name = parametersIn(item?.path ?? '').at(-1) ?? 'id';
    const parameter = item?.parameters.find((each) => each.in === 'path' && each.name === name);
    const sought = { name, schema: parameter?.schema.schema, collection: lastOf(path) };
    return findId(schemas, [whole, ...others], sought) ?? { schema: whole };
  });

  /** Shorter paths of what one longer path creates belong to that: `/sections/{id}` to `/projects/{projectId}/sections`. */
  const joinShorter = (): void => {
    const creating = [...groups].filter(([, { collection }]) =>
      by(collection, 'POST').some((each) => requestOf(each) !== undefined),
    );
    const byWord = Map.groupBy(creating, ([, { path }]) => lastOf(path));
    for (const [key, group] of groups) {
      const alike = byWord.get(lastOf(group.path)) ?? [];
      if (by(group.collection, 'GET').length < group.collection.length) continue;
      const longer = alike.filter(([, { path }]) => isShorterOf(group.path, path));
      const [target = ''] = longer[0] ?? [];
      const other = groups.get(target);
      if (other === undefined || longer.length > 1 || (group.items.length > 0 && other.items.length > 0)) continue;
      const [own, others] = [findThing(group), findThing(other)];
      if (others === undefined || (own !== undefined && likeness(own.schema, others.schema) < ALIKE)) continue;
      groups.set(target, {
        ...other,
        collection: [...other.collection, ...group.collection],
        items: [...other.items, ...group.items],
        actions: [...other.actions, ...group.actions],
      });
      groups.delete(key);
    }
  };

  const roleOf = (each: Routed, { collection, items }: Group, thing: Thing): Does | undefined => {
    const { method } = each;
    if (collection.includes(each)) {
      if (method === 'PUT') {
        // Some name the thing in the body alone: `PUT /pet`.
        const [sent] = objectsIn(requestOf(each)?.schema?.schema);
        const isNamed = items.length > 0 && memberLike(sent?.schema, thing.id?.[0] ?? '') !== undefined;
        return isNamed ? 'replace' : undefined;
      }
      // What is created without an id could not be found again.
      const isFound = items.length === 0 || thing.id !== undefined;
      return method === 'GET' ? 'list' : method === 'POST' && isFound ? 'create' : undefined;
    }
    const isOther = method === 'POST' && (by(items, 'PUT', 'PATCH').length > 0 || !placeOf(bodyOf(each), thing));
    return isOther ? undefined : ITEM_ROLES[method];
  };

  /** An action, if its name, or else `x-resource`, says what it sets. */
  const readAction = (each: Routed, { group, thing }: Omit<Draft, 'operations'>, name: string) => {
    const isUndone = each.method === 'DELETE' && name !== 'cancel';
    const sets = each.stated.sets ?? findSets(thing.schema, name, isUndone);
    return sets && readOne({ ...each, stated: { ...each.stated, sets } }, group, thing, 'action');
  };

  const draftOf = (
    draft: Omit<Draft, 'operations'>,
    all: readonly Routed[],
    roleFor: (each: Routed) => Does | undefined,
  ): Draft => {
    const found = all.map((each) => {
      const does = each.stated.does ?? roleFor(each);
      const isCancelling = each.stated.does === undefined && does === 'delete' && cancels(each);
      const action = isCancelling ? readAction(each, draft, 'cancel') : undefined;
      return action?.response ? action : does && readOne(each, draft.group, draft.thing, does);
    });
    return { ...draft, operations: found.filter((each) => each !== undefined) };
  };

  const draftCollection = (group: Group): Draft | undefined => {
    const all = [...group.collection, ...group.items];
    const isStated = all.some(({ stated }) => stated.does !== undefined);
    const thing = findThing(group) ?? (isStated ? { schema: {}, id: ['id'] } : undefined);
    return thing && draftOf({ group, kind: 'collection', thing }, all, (each) => roleOf(each, group, thing));
  };

  /** What `GET` shows and `PUT` or `PATCH` of the same path changes; with `POST`, only if that answers the same. */
  const draftSingleton = (group: Group): Draft | undefined => {
    const { collection, items, path } = group;
    const [reading] = by(collection, 'GET');
    const body = reading && bodyOf(reading);
    // A list of what has paths of its own is one of several things, though it may be in an envelope when it is sent, too.
    if (reading === undefined || (items.length > 0 && listsIn(body).length > 0)) return undefined;
    const posts = by(collection, 'POST').filter((each) => isSame(bodyOf(each), body));
    const writing = [...by(collection, 'PUT', 'PATCH'), ...posts];
    const sent = writing.flatMap((each) => objectsIn(requestOf(each)?.schema?.schema));
    const thing = objectsIn(body).findLast(({ schema }) => sent.some((each) => sharedBy(each.schema, schema) >= ALIKE));
    // Another address of what contains it, as Kubernetes has `/pods/{name}/status` for what `/pods/{name}` shows, too.
    const above = groups.get(shapeOf(parentOf(parentOf(path))));
    if (thing === undefined || (above && isSame(findThing(above)?.schema, thing.schema))) return undefined;
    const alone = { ...group, items: [] };
    const all = [reading, ...writing, ...by(collection, 'DELETE')];
    return draftOf({ group: alone, kind: 'singleton', thing }, all, ({ method, responses }) =>
      method === 'POST' && responses.some(({ status }) => status === '201') ? 'replace' : ITEM_ROLES[method],
    );
  };

  joinShorter();
  const drafts = [...groups.values()].flatMap(
    (group) => [draftCollection, draftSingleton].map((draft) => draft(group)).find(isKept) ?? [],
  );
  const idsIn = (all: readonly Pick<Resource, 'operations'>[]): ReadonlySet<string> =>
    new Set(all.flatMap((each) => each.operations.map(({ operationId }) => operationId)));
  const taken = idsIn(drafts);

  const actionsOf = (draft: Draft): readonly ResourceOperation[] =>
    draft.group.actions.flatMap((each) => {
      const { id, method } = each;
      const isFree = !taken.has(id) && (each.stated.does ?? 'action') === 'action' && method !== 'GET';
      return (isFree ? readAction(each, draft, each.word) : undefined) ?? [];
    });

  const lone = [...groups.values()].flatMap(({ path, collection, items }) => {
    const [each, ...others] = collection;
    const isLone = each?.method === 'GET' && items.length + others.length === 0;
    return isLone && !taken.has(each.id) ? [{ each, above: shapeOf(parentOf(path)) }] : [];
  });
  const loneBelow = Map.groupBy(lone, ({ above }) => above);

  /** Lists of some of the things: `GET /pets/findByStatus?status=sold`. */
  const searchesOf = ({ group, thing }: Draft): readonly ResourceOperation[] =>
    (loneBelow.get(shapeOf(group.path)) ?? []).flatMap(({ each }) => {
      // The parts of a thing may be like it, but have another id.
      const isOfThings = ({ schema }: Place): boolean => memberLike(schema, thing.id?.[0] ?? '') !== undefined;
      if (!listsIn(bodyOf(each)).some(isOfThings)) return [];
      const own = { ...group, collection: [...group.collection, each] };
      const found = readOne(each, own, thing, 'list');
      return found?.does === 'list' && found.list.filters.length > 0 ? [found] : [];
    });

  const nameOfDraft = ({ group }: Draft): string => group.name ?? nameOf(group.path);
  const named = Map.groupBy(drafts, nameOfDraft);
  const resources = drafts.map((draft): Resource => {
    const { group, kind, thing } = draft;
    const name = nameOfDraft(draft);
    const keyed = [...group.collection, ...group.items].find(({ stated }) => stated.key !== undefined);
    const members = schemas.membersOf(thing.schema);
    const unknown = keyed?.stated.key?.find((member) => !members.has(member));
    const key = unknown === undefined ? keyed?.stated.key : undefined;
    if (keyed !== undefined && unknown !== undefined)
      findings.push({
        pointer: `${parentOf(keyed.pointer)}/x-resource/key`,
        message: `"key" is ignored: ${name} have no member "${unknown}": ${suggest(unknown, members.keys())}`,
        effect: 'served',
      });
    return {
      name: named.get(name)?.length === 1 ? name : nameOf(group.path, true),
      path: group.path,
      kind,
      parents: parametersIn(group.path),
      id: kind === 'singleton' ? undefined : thing.id,
      ...(key !== undefined && { key }),
      schema: thing.schema,
      operations: [...draft.operations, ...(kind === 'collection' ? [...actionsOf(draft), ...searchesOf(draft)] : [])],
      pointer: parentOf([...group.collection, ...group.items][0]?.pointer ?? '#/paths/'),
    };
  });
  const followed = idsIn(resources);
  for (const { id, pointer, stated } of routed)
    if (stated.does !== undefined && !followed.has(id))
      findings.push({
        pointer: `${pointer}/x-resource`,
        message: `x-resource is ignored: ${id} belongs to no resource; give the path items of a collection and of its items the same "name"`,
        effect: 'served',
        operationId: id,
      });
  /** Of what is not kept, where a parameter leads from page to page: they have an end, too. */
  const lists = routed.flatMap((each): readonly Resource[] => {
    const { id: operationId, method, path, pointer } = each;
    const success = method === 'GET' && !followed.has(operationId) ? successOf(each) : undefined;
    const places = listsIn(success?.body).filter((place) => !isCalled(place.path.at(-1) ?? '', CONVENTIONS.errors));
    const [shown, ...others] = places;
    if (success === undefined || shown === undefined || others.length > 0) return [];
    const { schema, path: response } = shown;
    const list = inferListShape(schemas, { operation: each, thing: schema, body: success.body });
    if (list.paging?.parameter === undefined) return [];
    const id = memberLike(schema, 'id') ?? '';
    const parents = parametersIn(path);
    const { status } = success;
    const does = { does: 'list', operationId, status, response, parents, parameter: undefined, list } as const;
    return [
      {
        name: operationId,
        path,
        kind: 'collection',
        parents,
        id: id === '' ? undefined : [id],
        schema,
        operations: [does],
        pointer,
      },
    ];
  });
  return { resources, lists, findings };
};

/** Whether anything could be seen of it: what it writes, reads show. */
const isKept = (draft: Draft | undefined): draft is Draft => {
  const does = new Set(draft?.operations.map((each) => each.does));
  const isShown = draft?.kind === 'collection' && does.has('read') && does.has('list');
  const isWritten = ['create', 'replace', 'patch'].some((each) => does.has(each as Does));
  return isShown || ((does.has('read') || does.has('list')) && isWritten);
};

/** The members that may be the id, in letters; those of the first list are the surest. */
const candidatesFor = (words: readonly string[], collection: string): readonly (readonly MemberPath[])[] => {
  const last = words.at(-1) ?? '';
  const whole = words.join('');
  const nouns = singularsOf(collection).filter((noun) => whole.startsWith(noun));
  // `{tax_rate}` of `/tax_rates` is one noun, too.
  const isOne = words.length < 2 || nouns.includes(whole);
  // `custom_property_name` may be the `property_name` or the `name`.
  const ends = words.map((_, index) => words.slice(index).join(''));
  const ids = isOne || CONVENTIONS.ids.some((id) => id === last) ? CONVENTIONS.ids : [];
  const own = [whole, ...nouns.map((noun) => whole.slice(noun.length)), ...(isOne ? ids : []), ...ends, ...ids];
  return [
    own.map((member) => [member]),
    // `user_id` of a membership is the `id` of its `user`; Kubernetes has the names of all in `metadata`.
    [
      [words.slice(0, -1).join(''), last],
      ['metadata', whole],
    ],
    // `{shipping_rate_token}` of `/shipping_rates` names the thing by what it shows.
    isOne || nouns.length > 0 ? [...CONVENTIONS.ids, ...CONVENTIONS.otherIds].map((member) => [member]) : [],
  ];
};

/** Which of these schemas has an id that is like a path parameter, and where; `collection` is the last word of the collection's path. */
const findId = (
  { membersOf, memberLike, typesOf, isScalar }: Schemas,
  schemas: readonly unknown[],
  { name: called, schema: described, collection }: { readonly name: string; schema: unknown; collection: string },
): { readonly schema: unknown; readonly id: MemberPath } | undefined => {
  const wanted = typesOf(described);
  // Of `id_or_name`, clients know the id.
  const words = wordsOf(wordsOf(called).join(' ').split(' or ', 1).join());
  const isOfId = CONVENTIONS.ids.some((id) => id === words.at(-1));
  const isLike = (types: ReadonlySet<string>, name: string): boolean => {
    const share = (...names: readonly string[]): boolean =>
      [types, wanted].every((each) => each.size === 0 || names.some((type) => each.has(type)));
    // In a path, a number is a text, too: `{petId}` is often one where the id is an integer. A `{username}` is no number.
    return (
      share('string') || share('integer', 'number') || (wanted.has('string') && (isOfId || name === words.join('')))
    );
  };
  const find = (schema: unknown, [name = '', ...inner]: MemberPath): MemberPath | undefined => {
    const found = memberLike(schema, name);
    if (found === undefined) return undefined;
    const member = membersOf(schema).get(found);
    if (inner.length === 0) return isScalar(member) && isLike(typesOf(member), name) ? [found] : undefined;
    const rest = find(member, inner);
    return rest && [found, ...rest];
  };
  for (const candidates of candidatesFor(words, collection))
    for (const schema of schemas)
      for (const candidate of candidates) {
        const id = find(schema, candidate);
        if (id !== undefined) return { schema, id };
      }
  return undefined;
};
