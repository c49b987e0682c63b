import type { Operation } from '../../../src/engine/contract/contract.ts';

/** A record of an exported state. */
interface StateRecord {
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface State {
  readonly sandbox: string;
  readonly collections: Readonly<Record<string, { readonly documents: readonly StateRecord[] }>>;
}

/** Where the resources are kept that a path names after one of these segments. */
const COLLECTION_AFTER: Readonly<Record<string, string>> = {
  buyers: 'buyers',
  orders: 'orders',
  prospects: 'prospects',
  documents: 'documents',
  webhooks: 'webhook-endpoints',
  deliveries: 'webhook-deliveries',
  'vies-checks': 'vies-checks',
  verifications: 'kyc-verifications',
};

/** The same for members of a body. */
const COLLECTION_OF_MEMBER: Readonly<Record<string, string>> = {
  buyerId: 'buyers',
  orderUuid: 'orders',
};

/** Members that name a document: left out where another body is as good. */
const DOCUMENT_MEMBER = /^(?:documentId|\w+DocumentId)$/;

/** Path parameters that are no resource of a sandbox. */
const NO_RESOURCE = new Set(['sellerId', 'token']);

/** A resource that a request names: in a path parameter, or in a member of its body. */
export interface Name {
  readonly parameter: string;
  readonly collection: string;
}

/** An operation that names something unknown fails: whoever adds one says here where its resources are. */
export const namesInPath = ({ path }: Operation): Name[] => {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (parameter === undefined || NO_RESOURCE.has(parameter)) return [];
    const collection = COLLECTION_AFTER[segments[index - 1] ?? ''];
    if (collection === undefined) throw new Error(`where are the resources kept that ${path} names as ${segment}?`);
    return [{ parameter, collection }];
  });
};

export const namesInBody = (body: unknown): Name[] =>
  Object.keys(isObject(body) ? body : {}).flatMap((parameter) => {
    const collection = COLLECTION_OF_MEMBER[parameter];
    return collection === undefined ? [] : [{ parameter, collection }];
  });

/** A list of VINs says which of an order are meant; a list of vehicles is the order. */
const namesVins = (name: string, value: unknown): boolean =>
  name === 'vins' && Array.isArray(value) && typeof value[0] === 'string';

/** The body without what narrows it down to documents and VINs of the example's order. */
export const widened = (body: unknown): unknown =>
  isObject(body)
    ? Object.fromEntries(
        Object.entries(body).filter(([name, value]) => !DOCUMENT_MEMBER.test(name) && !namesVins(name, value)),
      )
    : body;

/** One resource for each name, of those that belong together: the deepest says which the others are. */
export type Cast = Readonly<Record<string, StateRecord>>;

export const castsFor = (names: readonly Name[], { collections }: State): Cast[] => {
  const deepest = names.at(-1);
  if (deepest === undefined) return [{}];
  return (collections[deepest.collection]?.documents ?? []).flatMap((record) => {
    const text = JSON.stringify(record.value);
    const cast: Record<string, StateRecord> = { [deepest.parameter]: record };
    for (const { parameter, collection } of names.slice(0, -1)) {
      const parent = collections[collection]?.documents.find(({ id }) => text.includes(id));
      if (parent === undefined) return [];
      cast[parameter] = parent;
    }
    return [cast];
  });
};

/** The ids of everything that a sandbox holds, those apart that many sandboxes have. */
export const idsIn = ({ collections }: State): string[] =>
  Object.entries(collections)
    .filter(([name]) => name !== 'idempotency' && name !== 'jobs')
    .flatMap(([, { documents }]) => documents.map(({ id }) => id))
    .filter((id) => id.length >= 20);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
