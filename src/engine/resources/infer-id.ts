import { CONVENTIONS } from '../../generated/conventions.ts';
import { singularsOf, wordsOf } from './infer-words.ts';
import type { Schemas } from './infer-schemas.ts';
import type { MemberPath } from './resource.ts';

/** The members that may be the id, in letters; those of the first list are the surest. */
const candidatesFor = (words: readonly string[], collection: string): readonly (readonly MemberPath[])[] => {
  const last = words.at(-1) ?? '';
  const whole = words.join('');
  const nouns = singularsOf(collection).filter((noun) => whole.startsWith(noun));
  // `custom_property_name` may be the `property_name` or the `name`.
  const ends = words.map((_, index) => words.slice(index).join(''));
  const isOne = words.length < 2;
  const ids = isOne || CONVENTIONS.ids.some((id) => id === last) ? CONVENTIONS.ids : [];
  const own = [whole, ...nouns.map((noun) => whole.slice(noun.length)), ...ends, ...ids];
  return [
    own.map((member) => [member]),
    // `user_id` of a membership is the `id` of its `user`; Kubernetes has the names of all in `metadata`.
    [
      [words.slice(0, -1).join(''), last],
      ['metadata', whole],
    ],
    isOne ? CONVENTIONS.otherIds.map((member) => [member]) : [],
  ];
};

/** Which of these schemas has an id that is like a path parameter, and where; `collection` is the last word of the collection's path. */
export const findId = (
  { membersOf, memberLike, typesOf, isScalar }: Schemas,
  schemas: readonly unknown[],
  { name: called, schema: described, collection }: { readonly name: string; schema: unknown; collection: string },
): { readonly schema: unknown; readonly id: MemberPath } | undefined => {
  const wanted = typesOf(described);
  const words = wordsOf(called);
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
