import type { SchemaObject } from '../../contract/walk-schema.ts';
import type { Drawn, Relations } from '../generators/relation.ts';
import { type Recipe, compound } from './recipe.ts';

/**
 * Applies the relation that the schema of an object requests (`x-fake-relate`); other recipes are returned unchanged.
 */
export const relatedRecipe = (recipe: Recipe, { 'x-fake-relate': wished }: SchemaObject, known: Relations): Recipe => {
  const relation = typeof wished === 'string' && Object.hasOwn(known, wished) ? known[wished] : undefined;
  if (relation === undefined) return recipe;
  return compound({
    make: (drawing) => {
      const value = recipe.make(drawing);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) relation(value as Drawn, drawing.draw);
      return value;
    },
    parts: () => [recipe],
    measure: () => recipe.least,
  });
};
