import { CONVENTIONS } from '../../generated/conventions.ts';
import { singularsOf, wordsOf } from './infer-words.ts';
import type { Schemas } from './infer-schemas.ts';
import type { MemberPath } from './resource.ts';

/** What the id of an item is looked for by. */
interface Sought {
  /** The path parameter. */
  readonly name: string;
  readonly schema: unknown;
  /** The last word of the collection's path. */
  readonly collection: string;
}

interface Candidates {
  /** In letters. */
  readonly paths: readonly MemberPath[];
  /** Whether its type must be that of the parameter. */
  readonly isTyped: boolean;
}

/** The members that may be the id, from the surest ones. */
const candidatesFor = ({ name, collection }: Sought): readonly Candidates[] => {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const whole = words.join('');
  const nouns = singularsOf(collection).filter((noun) => whole.startsWith(noun));
  // `custom_property_name` may be the `property_name` or the `name`.
  const ends = words.map((_, index) => words.slice(index).join(''));
  const isOne = words.length < 2;
  const ids = isOne || CONVENTIONS.ids.some((id) => id === last) ? CONVENTIONS.ids : [];
  const any = isOne ? [...ids, ...CONVENTIONS.otherIds] : ids;
  const toPath = (member: string): MemberPath => [member];
  return [
    { paths: [whole, ...nouns.map((noun) => whole.slice(noun.length)), ...ends].map(toPath), isTyped: false },
    { paths: ids.map(toPath), isTyped: true },
    // `user_id` of a membership is the `id` of its `user`; Kubernetes has the names of all in `metadata`.
    {
      paths: [
        [words.slice(0, -1).join(''), last],
        ['metadata', whole],
      ],
      isTyped: false,
    },
    { paths: any.map(toPath), isTyped: true },
    { paths: any.map(toPath), isTyped: false },
  ];
};

/** Which of these schemas has the id, and where. */
export const findId = (
  { membersOf, memberLike, typesOf, isScalar }: Schemas,
  schemas: readonly unknown[],
  sought: Sought,
): { readonly schema: unknown; readonly id: MemberPath } | undefined => {
  const isLikeSought = (member: unknown): boolean => {
    const [own, wanted] = [typesOf(member), typesOf(sought.schema)];
    return own.size === 0 || wanted.size === 0 || own.has('string') === wanted.has('string');
  };
  const find = (schema: unknown, [name = '', ...inner]: MemberPath, isTyped: boolean): MemberPath | undefined => {
    const found = memberLike(schema, name);
    const member = membersOf(schema).get(found ?? '');
    if (found === undefined) return undefined;
    if (inner.length === 0) return isScalar(member) && (!isTyped || isLikeSought(member)) ? [found] : undefined;
    const rest = find(member, inner, isTyped);
    return rest && [found, ...rest];
  };
  for (const { paths, isTyped } of candidatesFor(sought))
    for (const schema of schemas)
      for (const path of paths) {
        const id = find(schema, path, isTyped);
        if (id !== undefined) return { schema, id };
      }
  return undefined;
};
