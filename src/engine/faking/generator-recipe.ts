import { generatorIn } from '../contract/fakeable.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import { type FakeLimits, type Generators, HINTS } from './generator.ts';
import { keepsTo, textsIn } from './keeps-to.ts';
import { hintFor } from './name-hints.ts';
import { choiceRecipe, leaf, type Recipe } from './recipe.ts';

/** The name of our generator for a schema: the one that it asks for, or inferred from its name and format. */
export const generatorFor = (
  property: string | undefined,
  schema: SchemaObject,
  generators: Generators,
): string | undefined => {
  const name = generatorIn(schema) ?? hintFor(property, schema, generators[HINTS]);
  return name !== undefined && Object.hasOwn(generators, name) ? name : undefined;
};

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum'] as const;

export const limitsOf = (schema: SchemaObject): FakeLimits =>
  Object.fromEntries(
    LIMITS.filter((keyword) => typeof schema[keyword] === 'number').map((keyword) => [keyword, schema[keyword]]),
  );

const TO_TYPE: Readonly<Record<string, (value: string | number) => unknown>> = {
  boolean: Boolean,
  integer: (value) => Math.floor(Number(value)),
  null: () => null,
  number: Number,
  string: String,
};

/** The values of one of our generators, as the type of the schema; where an inferred one is too short or too long, `otherwise`. */
export const generatorRecipe = (
  name: string,
  schema: SchemaObject,
  { generators, otherwise }: { readonly generators: Generators; readonly otherwise: () => Recipe },
): Recipe => {
  const generator = generators[name] ?? (() => '');
  const limits = limitsOf(schema);
  if (schema['type'] === undefined) return leaf(({ draw }) => generator(draw, limits));
  const isDoubtful = generatorIn(schema) === undefined && Object.keys(limits).length > 0;
  const other = isDoubtful ? otherwise() : undefined;
  return choiceRecipe(
    textsIn(schema['type']).map((type) => {
      const toType = TO_TYPE[type] ?? String;
      return leaf((drawing) => {
        const value = toType(generator(drawing.draw, limits));
        return other === undefined || keepsTo(schema, value) ? value : other.make(drawing);
      });
    }),
  );
};
