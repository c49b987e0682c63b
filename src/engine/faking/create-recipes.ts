import { once } from '../../kernel/caches.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { isAcceptedOnly } from '../contract/dialect.ts';
import { childrenOfParents } from '../contract/discriminator.ts';
import { withoutForbidden } from '../contract/document-uses.ts';
import { generatorIn, isTooLargeToFake } from '../contract/fakeable.ts';
import { isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import { type FlatSchema, flattenSchema, type Name, nameIn, referencesOf, sealed, withName } from './flatten-schema.ts';
import type { Generators, Relations } from './generator.ts';
import { memberSchema, mergeSchemas } from './merge-schemas.ts';
import {
  choiceRecipe,
  compound,
  computeMinDepths,
  type Drawing,
  impossible,
  type Recipe,
  relatedRecipe,
  TooLarge,
  withoutOptionals,
} from './recipe.ts';
import { generatorFor, generatorRecipe, type RecipeOf, typeRecipe } from './type-recipe.ts';
import { exampleRecipe, keepsTo, valueRecipe } from './value-recipe.ts';

/** Limits beyond any realistic description; a schema whose alternatives multiply reaches them. */
const MOST_RECIPES = 20_000;
const MOST_LEVELS = 60;

/** Combinations of the alternatives of one schema, beyond which one alternative of each further choice has to do. */
const MANY_COMBINATIONS = 100;

/**
 * If a schema needs too many recipes, the next attempt considers only this many optional members of an object, and this
 * many branches that are references.
 */
const WIDTHS = [Infinity, 5, 1];

/** Schemas that meet more references than this are not passed to the library. */
const FEW_REFERENCES = 20;

/**
 * Number of references in one body beyond which optional ones are no longer followed. Schemas with many members of their
 * own type would grow exponentially at the usual depth.
 */
const MOST_REFERENCES = 1000;

/** An indirection, so that a recipe can be referenced, even by itself, while it is being created. */
interface Target {
  recipe: Recipe;
}

const followed = (target: Target): Recipe =>
  compound({
    make: (drawing: Drawing) => {
      const { remainingDepth } = drawing;
      drawing.remainingDepth =
        drawing.followed++ < MOST_REFERENCES ? remainingDepth - 1 : Math.min(0, remainingDepth - 1);
      const value = target.recipe.make(drawing);
      drawing.remainingDepth = remainingDepth;
      return value;
    },
    parts: () => [target.recipe],
    measure: () => 1 + target.recipe.minDepth,
  });

/** What the description shows where its examples are asked for, else what is drawn. */
const shownRecipe = (value: unknown, drawn: Recipe): Recipe => {
  const isLeaf = typeof value !== 'object' || value === null;
  return compound({
    make: (drawing) =>
      drawing.examples === 'sent' || (isLeaf && drawing.examples === 'sent-of-leaves') ? value : drawn.make(drawing),
    parts: () => [drawn],
    measure: () => drawn.minDepth,
  });
};

/**
 * Creates recipes for the schemas of one document, each once. One that needs too many is left to `fallback`; a faulty part of one
 * has no value.
 */
export const createRecipes = (parts: {
  readonly document: SchemaObject;
  readonly generators: Generators;
  readonly relations?: Relations;
  readonly fallback: (pointer: string) => Recipe;
}): ((pointer: string) => Recipe) => {
  const { document, generators, relations = {}, fallback } = parts;
  const targets = new Map<string, Target>();
  /** A queue instead of recursion: a path through hundreds of schemas exceeds the stack. */
  const waiting: [target: Target, schema: SchemaObject][] = [];
  let level = 0;
  let made = 0;
  let combined = 0;
  let width = Infinity;

  const childrenOf = once(() => childrenOfParents(document));

  /** A parent that names those which build on it stands for them, unless it has values of its own. */
  const standsFor = (reference: string): readonly string[] => {
    const children = childrenOf().get(reference);
    if (children === undefined) return [];
    const { additionalProperties, examples } = valueAt(document, reference) as SchemaObject;
    return additionalProperties === false || examples !== undefined ? [] : children;
  };

  const toTarget = (references: readonly string[], name?: Name): Target => {
    return getOrInsert(targets, `${references.join(' ')} ${name === undefined ? '' : JSON.stringify(name)}`, () => {
      const target = { recipe: impossible };
      const all = references.map(($ref) => ({ $ref }));
      const [only] = all;
      const children = only === undefined || all.length > 1 || name !== undefined ? [] : standsFor(only.$ref);
      if (children.length > 0) waiting.push([target, { anyOf: children.map(($ref) => ({ $ref })) }]);
      else waiting.push([target, withName(only !== undefined && all.length === 1 ? only : { allOf: all }, name)]);
      return target;
    });
  };

  const recipeOf: RecipeOf = (schema, property) => {
    const references = referencesOf(schema);
    return references === undefined ? ownRecipe(schema, property) : followed(toTarget(references));
  };

  const ownRecipe: RecipeOf = (schema, property) => {
    if (schema === false) return impossible;
    if (++made > MOST_RECIPES || level > MOST_LEVELS) throw new TooLarge();
    level++;
    const around = combined;
    combined = 0;
    try {
      return flatRecipe(flattenSchema(document, schema, new Set()), property);
    } catch (error) {
      if (error instanceof TooLarge) throw error;
      // A fault of the description, such as a reference that leads nowhere.
      return impossible;
    } finally {
      combined = around;
      level--;
    }
  };

  const flatRecipe = (schema: FlatSchema, property: string | undefined): Recipe => {
    const { keywords } = schema;
    if (isTooLargeToFake(keywords)) return impossible;
    const shown = shownValue(document, schema);
    const drawn = drawnRecipe(schema, property);
    return shown === undefined ? drawn : shownRecipe(shown.value, drawn);
  };

  const drawnRecipe = (schema: FlatSchema, property: string | undefined): Recipe => {
    if (schema.choices.length > 0 && generatorIn(schema.keywords) === undefined)
      return branchesRecipe(schema, property);
    const keywords = sealed(schema.keywords);
    const generator = generatorFor(property, keywords, generators);
    if (generator !== undefined) return generatorRecipe(generator, keywords, generators);
    const { enum: values } = keywords;
    if (Array.isArray(values)) return valueRecipe(keywords, values);
    const drawn = (): Recipe =>
      relatedRecipe(typeRecipe(keywords, { recipeOf, generators, width }), keywords, relations);
    return exampleRecipe(keywords, drawn) ?? drawn();
  };

  /** Whether what was added to a schema leaves it no value, as far as is seen at once. */
  const contradicts = (merged: SchemaObject, { properties }: SchemaObject): boolean => {
    const hasNone = ({ type, enum: listed, ...others }: SchemaObject): boolean =>
      (Array.isArray(type) && type.length === 0) ||
      (Array.isArray(listed) && !listed.some((value) => keepsTo({ type, ...others }, value)));
    if (hasNone(merged)) return true;
    const { required } = merged;
    if (!isSchemaObject(properties) || !Array.isArray(required)) return false;
    return Object.keys(properties).some(
      (name) =>
        required.includes(name) && hasNone(flattenSchema(document, memberSchema(merged, name), new Set()).keywords),
    );
  };

  const branchesRecipe = ({ keywords, choices, taken }: FlatSchema, property: string | undefined): Recipe => {
    const [choice, ...others] = choices;
    if (choice === undefined) return impossible;
    let hasOne = false;
    const isBare = others.length === 0 && Object.keys(keywords).length === 0;
    const areReferences = isBare && choice.branches.every((branch) => referencesOf(branch) !== undefined);
    const branches = choice.branches.slice(0, areReferences ? width : Infinity).map((branch) => {
      if (++made > MOST_RECIPES) throw new TooLarge();
      if (isAcceptedOnly(branch)) return impossible;
      const references = isBare ? referencesOf(branch) : undefined;
      if (references !== undefined) return followed(toTarget(references, nameIn(branch as object)));
      if (++combined > MANY_COMBINATIONS && hasOne) return impossible;
      const inner = flattenSchema(document, branch, taken);
      const own = sealed(inner.keywords, inner.choices.length === 0);
      const merged = mergeSchemas(keywords, own);
      if (contradicts(merged, own)) return impossible;
      const recipe = flatRecipe(
        { keywords: merged, choices: [...others, ...inner.choices], taken: inner.taken },
        property,
      );
      hasOne ||= recipe !== impossible;
      return recipe;
    });
    if (!choice.isExclusive) return choiceRecipe(branches);
    return withoutOptionals(choiceRecipe(keptApart(document, branches, choice.branches)));
  };

  /** The recipe; or, if it needs too many others, the number of schemas met until then. */
  const makeWith = (pointer: string): Recipe | number => {
    const known = targets.size;
    made = 0;
    level = 0;
    try {
      const recipe = recipeOf(valueAt(document, pointer) ?? true);
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) next[0].recipe = ownRecipe(next[1]);
      return recipe;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      // Some of them refer to unfinished recipes.
      const left = [...targets.keys()].slice(known);
      for (const key of left) targets.delete(key);
      waiting.length = 0;
      return left.length;
    }
  };

  const make = (pointer: string): Recipe => {
    let met = 0;
    for (width of WIDTHS) {
      const recipe = makeWith(pointer);
      if (typeof recipe !== 'number') return recipe;
      met = Math.max(met, recipe);
    }
    return met > FEW_REFERENCES ? impossible : fallback(pointer);
  };

  const ready = new Map<string, Recipe>();
  return (at) =>
    getOrInsert(ready, at, (pointer) => {
      const recipe = make(pointer);
      computeMinDepths(recipe);
      return recipe;
    });
};

interface Refused {
  readonly name: string;
  readonly value: unknown;
}

const OTHERS: readonly unknown[] = ['other', 0, false, []];

/**
 * Branches of `oneOf` that require the same members, and allow any other: a value of one matches the others, too, unless it
 * has a member that they refuse. Such members are added in attempts that keep branches apart.
 */
const keptApart = (
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

/**
 * The value that the author of a schema gives: the first example that fits, else the default (OpenAPI 3.0.4, section
 * 4.7.24.2). Many examples do not fit, such as a text for an integer; each is left out alone, so that it does not spoil a
 * whole body. Alternatives and rare keywords are not checked here, since the whole body is validated anyway.
 */
const shownValue = (document: SchemaObject, flat: FlatSchema): { readonly value: unknown } | undefined => {
  const { examples, default: byDefault } = flat.keywords;
  for (const value of [...(Array.isArray(examples) ? (examples as unknown[]) : []), byDefault])
    if (value !== undefined && fits(document, flat, value))
      return { value: withoutForbidden(document, flat.keywords, value) };
  return undefined;
};

const fits = (document: SchemaObject, { keywords }: FlatSchema, value: unknown): boolean => {
  const { enum: listed, required, items } = keywords;
  if (Array.isArray(listed) && !listed.some((one) => isSameJson(one, value))) return false;
  if (!keepsTo(keywords, value)) return false;
  if (Array.isArray(value)) return value.every((item) => fitsWithin(document, items, item));
  if (!isSchemaObject(value)) return true;
  if (Array.isArray(required) && required.some((name) => !Object.hasOwn(value, String(name)))) return false;
  return Object.entries(value).every(([name, member]) => {
    const wanted = memberSchema(keywords, name);
    return wanted === false ? isNamed(keywords, name) : fitsWithin(document, wanted, member);
  });
};

const fitsWithin = (document: SchemaObject, schema: unknown, value: unknown): boolean =>
  !isSchemaObject(schema) || fits(document, flattenSchema(document, schema, new Set()), value);

const isNamed = ({ properties }: SchemaObject, name: string): boolean =>
  isSchemaObject(properties) && Object.hasOwn(properties, name);
