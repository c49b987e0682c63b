import { drawChance } from '../generators/draw-from.ts';
import { type Drawing, type Recipe, compound, makeValue, remainingDepthIn } from './recipe.ts';

export interface Member {
  readonly name: string;
  readonly recipe: Recipe;
  /** `dependent` members are present only together with a member that requires them (`dependentRequired`). */
  readonly presence: 'required' | 'optional' | 'dependent';
}

export interface ObjectParts {
  readonly members: readonly Member[];
  readonly minProperties: number;
  readonly maxProperties: number;
  /** The members that each member requires. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
  /** For additional members of any name; undefined if none are allowed. */
  readonly additional: Recipe | undefined;
}

type Made = Record<string, unknown>;

export const objectRecipe = (parts: ObjectParts): Recipe => {
  const { members, minProperties, maxProperties, dependents, additional } = parts;
  const required = members.filter(({ presence }) => presence === 'required');
  const byName = new Map(members.map((member) => [member.name, member]));
  const isPlain = minProperties <= required.length && maxProperties >= members.length && dependents.size === 0;

  const drawPlain = (drawing: Drawing): Made => {
    const made: Made = {};
    const { random, optionals } = drawing;
    for (const { name, recipe, presence } of members)
      if (presence === 'required' || (recipe.minDepth <= remainingDepthIn(drawing) && drawChance(optionals, random)))
        made[name] = makeValue(recipe, drawing);
    return made;
  };

  /** Adds the members that others require, transitively. */
  const complete = (made: Made, drawing: Drawing): void => {
    const waiting = Object.keys(made);
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      for (const dependent of dependents.get(name) ?? []) {
        const recipe = byName.get(dependent)?.recipe;
        if (Object.hasOwn(made, dependent) || recipe === undefined) continue;
        made[dependent] = makeValue(recipe, drawing);
        waiting.push(dependent);
      }
    }
  };

  const newName = (made: Made, { random }: Drawing): string => {
    let name;
    do name = `prop${String(random.integer(0, 99_999))}`;
    while (Object.hasOwn(made, name));
    return name;
  };

  const fill = (made: Made, drawing: Drawing): void => {
    const left = members.filter(({ name, recipe }) => !Object.hasOwn(made, name) && recipe.minDepth < Infinity);
    for (let count = Object.keys(made).length; count < minProperties; count++) {
      const next = left.shift();
      if (next !== undefined) made[next.name] = makeValue(next.recipe, drawing);
      else if (additional !== undefined) made[newName(made, drawing)] = makeValue(additional, drawing);
    }
  };

  const drawLimited = (drawing: Drawing): Made => {
    const made: Made = {};
    let optional = maxProperties - required.length;
    for (const { name, recipe, presence } of members) {
      const isTaken =
        presence === 'optional' &&
        optional > 0 &&
        recipe.minDepth <= remainingDepthIn(drawing) &&
        drawChance(drawing.optionals, drawing.random);
      if (isTaken) optional--;
      if (isTaken || presence === 'required') made[name] = makeValue(recipe, drawing);
    }
    complete(made, drawing);
    fill(made, drawing);
    return made;
  };

  const recipes = members.map(({ recipe }) => recipe);
  return compound({
    make: isPlain ? drawPlain : drawLimited,
    parts: () => (additional === undefined ? recipes : [...recipes, additional]),
    measure: () => Math.max(0, ...required.map(({ recipe }) => recipe.minDepth)),
  });
};
