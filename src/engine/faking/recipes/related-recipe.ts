import { relationIn } from '../../contract/schema-extensions.ts';
import type { SchemaObject } from '../../contract/walk-schema.ts';
import type { Drawn, Relations } from '../generators/relation.ts';
import { type Recipe, compound } from './recipe.ts';

/**
 * Applies the relation that the schema of an object requests; other recipes are returned unchanged.
 */
export const relatedRecipe = (recipe: Recipe, schema: SchemaObject, known: Relations): Recipe => {
  const name = relationIn(schema);
  const relation = name !== undefined && Object.hasOwn(known, name) ? known[name] : undefined;
  if (relation === undefined) return recipe;
  return compound({
    make: (drawing) => {
      const value = recipe.make(drawing);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) relation(value as Drawn, drawing.draw);
      return value;
    },
    parts: () => [recipe],
    measure: () => recipe.minDepth,
  });
};
