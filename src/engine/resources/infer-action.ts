import { letters, outcomesOf, verbOf, wordsOf } from './infer-words.ts';
import type { Schemas } from './infer-schemas.ts';

type Sets = Readonly<Record<string, unknown>>;

const isStatus = (name: string): boolean => /^(?:status|state)$/.test(wordsOf(name).at(-1) ?? '');

/**
 * What an action sets by its name: `close` the status `closed`, `archive` the flag `archived`; only what the schema of the
 * thing has. With DELETE, it takes back what the name says.
 */
export const findSets = (
  schemas: Schemas,
  thing: unknown,
  { name, isUndone }: { readonly name: string; readonly isUndone: boolean },
): Sets | undefined => {
  const verb = verbOf(name);
  if (verb === undefined) return undefined;
  const members = [...schemas.membersOf(thing)];
  const { is, isNot } = outcomesOf(verb);
  if (!isUndone) {
    const statuses = members.filter(([member]) => isStatus(member));
    statuses.sort(([one], [other]) => wordsOf(one).length - wordsOf(other).length);
    for (const outcome of is)
      for (const [member, schema] of statuses) {
        const value = schemas.listedIn(schema)?.find((each) => typeof each === 'string' && letters(each) === outcome);
        if (value !== undefined) return { [member]: value };
      }
  }
  const findFlag = (outcomes: readonly string[]): string | undefined =>
    members.find(
      ([member, schema]) =>
        schemas.typesOf(schema).has('boolean') && outcomes.includes(letters(member).replace(/^is/, '')),
    )?.[0];
  const made = findFlag(is);
  if (made !== undefined) return { [made]: !isUndone };
  const undone = findFlag(isNot);
  return undone === undefined ? undefined : { [undone]: isUndone };
};
