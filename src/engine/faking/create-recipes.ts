import { SCHEMA_KEYWORDS } from '../../generated/keywords.ts';
import { once, getOrInsert } from '../../kernel/caches.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { isAcceptedOnly, TYPES } from '../contract/dialect.ts';
import { childrenOfParents } from '../contract/discriminator.ts';
import { withoutForbidden } from '../contract/document-uses.ts';
import { asList, asObject, isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import { arrayRecipe, objectRecipe, type RecipeOf, unrefused } from './composite-recipes.ts';
import {
  type FlatSchema,
  flattenSchema,
  isComposed,
  type Name,
  nameIn,
  referencesOf,
  sealed,
  withName,
} from './flatten-schema.ts';
import type { Generators, Relations } from './generator.ts';
import { generatorFor, generatorRecipe } from './generator-recipe.ts';
import {
  generatorIn,
  isTooLargeToFake,
  keepsToAll,
  memberSchema,
  mergeSchemas,
  textsIn,
  UnsupportedSchema,
  valueRecipe,
} from './schema-keywords.ts';
import { numberRecipe } from './number-recipe.ts';
import { choiceRecipe, compound, following, impossible, leaf, type Recipe, TooMuchWork } from './recipe.ts';
import { textRecipe } from './text-recipe.ts';

/** Combinations of the alternatives of one schema that are kept: the others are put together for each body anew. */
const MOST_KEPT = 100;

/** Combinations that one attempt at a body may look at, where most of them contradict themselves. */
const MOST_COMBINATIONS = 1000;

/** The types that a value may have: those that its keywords imply, or all, if unspecified. */
const typesOf = (schema: SchemaObject): readonly string[] => {
  if (schema['type'] !== undefined) return textsIn(schema['type']);
  const telling = Object.entries(SCHEMA_KEYWORDS.implied).find(([, keywords]) =>
    keywords.some((keyword) => keyword in schema),
  );
  return telling === undefined ? TYPES : [telling[0]];
};

/**
 * Creates recipes for the schemas of one document. What a schema refers to, and what its alternatives are together with what
 * stands beside them, is looked at when a body gets there. A faulty part of a schema has no value.
 */
export const createRecipes = ({
  document,
  generators,
  relations,
}: {
  readonly document: SchemaObject;
  readonly generators: Generators;
  readonly relations: Relations;
}) => {
  const targets = new Map<string, () => Recipe>();
  const composed = new WeakMap<object, () => Recipe>();
  let combinationsLeft = MOST_COMBINATIONS;

  const childrenOf = once(() => childrenOfParents(document));

  /** A parent that names those which build on it stands for them, unless it has values of its own. */
  const standsFor = (reference: string): readonly string[] => {
    const children = childrenOf().get(reference);
    if (children === undefined) return [];
    const { additionalProperties, examples } = valueAt(document, reference) as SchemaObject;
    return additionalProperties === false || examples !== undefined ? [] : children;
  };

  const unlessFaulty = (create: () => Recipe): Recipe => {
    try {
      return create();
    } catch (error) {
      if (error instanceof TooMuchWork) throw error;
      // A fault of the description, such as a reference that leads nowhere.
      return impossible;
    }
  };

  const toTarget = (references: readonly string[], name?: Name): Recipe => {
    const key = `${references.join(' ')} ${name === undefined ? '' : JSON.stringify(name)}`;
    const target = getOrInsert(targets, key, () =>
      once(() => {
        const all = references.map(($ref) => ({ $ref }));
        const [only] = all.length === 1 ? all : [];
        const children = only === undefined || name !== undefined ? [] : standsFor(only.$ref);
        if (children.length > 0) return ownRecipe({ anyOf: children.map(($ref) => ({ $ref })) });
        return ownRecipe(withName(only ?? { allOf: all }, name));
      }),
    );
    return following(target);
  };

  const recipeOf: RecipeOf = (schema, property) => {
    const references = referencesOf(schema);
    if (references !== undefined) return toTarget(references);
    if (!isSchemaObject(schema) || !isComposed(schema)) return ownRecipe(schema, property);
    return following(getOrInsert(composed, schema, () => once(() => ownRecipe(schema, property))));
  };

  const ownRecipe: RecipeOf = (schema, property) =>
    schema === false
      ? impossible
      : unlessFaulty(() => flatRecipe(flattenSchema(document, schema, new Set()), property, 1));

  const flatRecipe = (flat: FlatSchema, property: string | undefined, combinations: number): Recipe => {
    if (isTooLargeToFake(flat.keywords)) return impossible;
    const isChoice = flat.choices.length > 0 && generatorIn(flat.keywords) === undefined;
    const drawn = isChoice
      ? branchesRecipe(flat, property, combinations)
      : plainRecipe(sealed(flat.keywords), property);
    const shown = shownValue(document, flat);
    if (shown === undefined || drawn === impossible) return drawn;
    const { value } = shown;
    const isLeaf = typeof value !== 'object' || value === null;
    return {
      ...drawn,
      make: (drawing) =>
        drawing.examples === 'sent' || (isLeaf && drawing.examples === 'sent-of-leaves') ? value : drawn.make(drawing),
    };
  };

  const plainRecipe = (schema: SchemaObject, property: string | undefined): Recipe => {
    const name = generatorFor(property, schema, generators);
    if (name !== undefined) return generatorRecipe(name, schema, { generators, otherwise: () => typeRecipe(schema) });
    const { enum: listed, type, examples } = schema;
    if (Array.isArray(listed)) return valueRecipe(schema, listed);
    const drawn = typeRecipe(schema);
    if (type !== 'string' || !Array.isArray(examples)) return drawn;
    // One of the examples is the most realistic text; the only one is also what is sent where nothing is to be drawn.
    const example = valueRecipe(schema, examples);
    if (example === impossible || examples.length > 1) return example === impossible ? drawn : example;
    return leaf((drawing) => (drawing.examples === 'avoided' ? drawn : example).make(drawing));
  };

  /** By type alone; several types are equally likely. */
  const typeRecipe = (schema: SchemaObject): Recipe =>
    related(choiceRecipe(typesOf(schema).map((type) => recipeOfType(type, schema))), schema);

  const recipeOfType = (type: string, schema: SchemaObject): Recipe => {
    switch (type) {
      case 'array':
        return unrefused(arrayRecipe(schema, recipeOf), schema);
      case 'boolean':
        return valueRecipe(schema, [false, true]);
      case 'integer':
      case 'number':
        return numberRecipe(schema, type === 'integer');
      case 'null':
        return valueRecipe(schema, [null]);
      case 'object':
        return unrefused(objectRecipe(schema, recipeOf), schema);
      case 'string':
        return jsonTextRecipe(schema, recipeOf) ?? textRecipe(schema, generators);
      default:
        throw new UnsupportedSchema(`type ${type}`);
    }
  };

  /** Applies the relation that the schema of an object requests. */
  const related = (recipe: Recipe, schema: SchemaObject): Recipe => {
    const name = String(schema['x-fake-relate']);
    const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
    if (relation === undefined || recipe === impossible) return recipe;
    return {
      ...recipe,
      make: (drawing) => {
        const value = recipe.make(drawing);
        if (isSchemaObject(value)) relation(value, drawing);
        return value;
      },
    };
  };

  /** `combinations` is how many there are of the branches that were chosen before. */
  const branchesRecipe = (flat: FlatSchema, property: string | undefined, combinations: number): Recipe => {
    const { keywords, choices, taken } = flat;
    const [choice, ...others] = choices;
    if (choice === undefined) return impossible;
    const count = combinations * choice.branches.length;
    const isBare = others.length === 0 && Object.keys(keywords).length === 0;
    const branches = choice.branches.map((branch) => {
      if (isAcceptedOnly(branch)) return impossible;
      const references = isBare ? referencesOf(branch) : undefined;
      if (references !== undefined) return toTarget(references, nameIn(branch as object));
      const combine = (): Recipe =>
        unlessFaulty(() => {
          if (--combinationsLeft < 0) throw new TooMuchWork();
          const inner = flattenSchema(document, branch, taken);
          const merged = mergeSchemas(keywords, sealed(inner.keywords, inner.choices.length === 0));
          const further = { keywords: merged, choices: [...others, ...inner.choices], taken: inner.taken };
          return flatRecipe(further, property, count);
        });
      const combined = count <= MOST_KEPT || isBare ? once(combine) : combine;
      return compound(
        (drawing) => combined().make(drawing),
        (depth) => combined().endsWithin(depth),
      );
    });
    if (!choice.isExclusive) return choiceRecipe(branches);
    return withoutOptionals(choiceRecipe(keptApart(document, branches, choice.branches)));
  };

  return {
    recipeAt: (pointer: string): Recipe => recipeOf(valueAt(document, pointer) ?? true),
    startAttempt: () => {
      combinationsLeft = MOST_COMBINATIONS;
    },
  };
};

const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format', 'not', 'contentEncoding'];

/** A text that is JSON of a schema (`contentSchema`), unless it has to be more than that. */
const jsonTextRecipe = (schema: SchemaObject, recipeOf: RecipeOf): Recipe | undefined => {
  const { contentMediaType, contentSchema } = schema;
  const isJson = typeof contentMediaType === 'string' && isJsonMediaType(contentMediaType);
  if (!isJson || contentSchema === undefined || TEXT_KEYWORDS.some((keyword) => keyword in schema)) return undefined;
  const inner = recipeOf(contentSchema);
  return { ...inner, make: (drawing) => stringifyJson(inner.make(drawing)) };
};

/** Omits all optional members, recursively, in attempts that do so. */
const withoutOptionals = (recipe: Recipe): Recipe => ({
  ...recipe,
  make: (drawing) => {
    const { optionals } = drawing;
    if (drawing.oneOf !== 'free') drawing.optionals = 0;
    const value = recipe.make(drawing);
    drawing.optionals = optionals;
    return value;
  },
});

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

  /** By branch, members with a value that it refuses. */
  const refusedBy = once(() =>
    branches().map(({ properties }) =>
      Object.entries(asObject(properties)).flatMap(([name, member]) => {
        const keywords = keywordsOf(member);
        const refused = OTHERS.find((value) => !keepsToAll(keywords, value));
        return refused === undefined ? [] : [{ name, value: refused }];
      }),
    ),
  );

  return recipes.map((recipe, index) => {
    if (recipe === impossible) return impossible;
    const added = once(() => {
      const own = branches()[index] ?? {};
      const others = refusedBy().filter((_refused, other) => other !== index);
      const chosen = others.flatMap((list) => list.find(({ name }) => memberSchema(own, name) === undefined) ?? []);
      return Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
    });
    return {
      ...recipe,
      make: (drawing) => {
        const value = recipe.make(drawing);
        return drawing.oneOf === 'apart' && isSchemaObject(value) ? { ...added(), ...value } : value;
      },
    };
  });
};

/**
 * The value that the author of a schema gives: the first example that fits, else the default (OpenAPI 3.0.4, section
 * 4.7.24.2). Many examples do not fit, such as a text for an integer; each is left out alone, so that it does not spoil a
 * whole body. Alternatives and rare keywords are not checked here, since the whole body is validated anyway.
 */
const shownValue = (document: SchemaObject, flat: FlatSchema): { readonly value: unknown } | undefined => {
  const { examples, default: byDefault } = flat.keywords;
  for (const value of [...asList(examples), byDefault])
    if (value !== undefined && fits(document, flat, value))
      return { value: withoutForbidden(document, flat.keywords, value) };
  return undefined;
};

const fits = (document: SchemaObject, { keywords }: FlatSchema, value: unknown): boolean => {
  if (!keepsToAll(keywords, value)) return false;
  if (Array.isArray(value)) return value.every((item) => fitsWithin(document, keywords['items'], item));
  if (!isSchemaObject(value)) return true;
  return Object.entries(value).every(([name, member]) => {
    const wanted = memberSchema(keywords, name);
    return wanted === false
      ? Object.hasOwn(asObject(keywords['properties']), name)
      : fitsWithin(document, wanted, member);
  });
};

const fitsWithin = (document: SchemaObject, schema: unknown, value: unknown): boolean =>
  !isSchemaObject(schema) || fits(document, flattenSchema(document, schema, new Set()), value);
