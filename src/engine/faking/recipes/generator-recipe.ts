import type { SchemaObject } from '../../contract/walk-schema.ts';
import { limitsOf } from '../generators/generator-for.ts';
import type { Generators } from '../generators/generator.ts';
import { choiceRecipe } from './choice-recipe.ts';
import { type Recipe, impossible, leaf } from './recipe.ts';
import { typesOf } from './type-recipe.ts';

const TO_TYPE: Readonly<Record<string, (value: string | number) => unknown>> = {
  boolean: Boolean,
  integer: (value) => Math.floor(Number(value)),
  null: () => null,
  number: Number,
  string: String,
};

/** Converts the values of one of our generators to the type of the schema. */
export const generatorRecipe = (name: string, schema: SchemaObject, generators: Generators): Recipe => {
  const generator = generators[name];
  if (generator === undefined) return impossible;
  const limits = limitsOf(schema);
  if (schema['type'] === undefined) return leaf(({ draw }) => generator(draw, limits));
  return choiceRecipe(
    typesOf(schema).map((type) => {
      const toType = TO_TYPE[type];
      return leaf(({ draw }) => {
        const value = generator(draw, limits);
        return toType === undefined ? value : toType(value);
      });
    }),
  );
};
