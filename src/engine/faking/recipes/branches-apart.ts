import { once } from '../../../kernel/caches.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { flattenSchema } from './flatten-schema.ts';
import { memberSchema } from './merge-schemas.ts';
import { type Recipe, compound } from './recipe.ts';
import { keepsTo } from './value-recipe.ts';

interface Refused {
  readonly name: string;
  readonly value: unknown;
}

const OTHERS: readonly unknown[] = ['other', 0, false, []];

/**
 * Branches of `oneOf` that require the same members, and allow any other: a value of one matches the others, too, unless it
 * has a member that they refuse. Such members are added in attempts that keep branches apart.
 */
export const keptApart = (
  document: SchemaObject,
  recipes: readonly Recipe[],
  schemas: readonly unknown[],
): readonly Recipe[] => {
  const keywordsOf = (schema: unknown): SchemaObject => flattenSchema(document, schema, new Set()).keywords;
  const branches = once(() => schemas.map(keywordsOf));

  const refusedBy = once(() =>
    branches().map(({ properties }) =>
      Object.entries(isSchemaObject(properties) ? properties : {}).flatMap(([name, member]): Refused[] => {
        const keywords = keywordsOf(member);
        const { enum: listed } = keywords;
        const isRefused = (value: unknown): boolean =>
          !keepsTo(keywords, value) || (Array.isArray(listed) && !listed.includes(value));
        return OTHERS.filter(isRefused)
          .slice(0, 1)
          .map((value) => ({ name, value }));
      }),
    ),
  );

  return recipes.map((recipe, index) => {
    const added = once(() => {
      const own = branches()[index] ?? {};
      const others = refusedBy().filter((_refused, other) => other !== index);
      const chosen = others.flatMap((list) => list.find(({ name }) => memberSchema(own, name) === undefined) ?? []);
      return Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
    });
    return compound({
      make: (drawing) => {
        const value = recipe.make(drawing);
        return drawing.oneOf === 'apart' && isSchemaObject(value) ? { ...added(), ...value } : value;
      },
      parts: () => [recipe],
      measure: () => recipe.minDepth,
    });
  });
};
