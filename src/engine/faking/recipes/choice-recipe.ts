import { drawFrom } from '../generators/draw-from.ts';
import { type Recipe, compound, impossible, remainingDepthIn } from './recipe.ts';

const leastOf = (recipes: readonly Recipe[]): number => Math.min(...recipes.map(({ minDepth }) => minDepth));

const fittingBranches = (branches: readonly Recipe[], remainingDepth: number): readonly Recipe[] => {
  const fitting = branches.filter(({ minDepth }) => minDepth <= remainingDepth);
  if (fitting.length > 0) return fitting;
  const minDepth = leastOf(branches);
  return branches.filter((branch) => branch.minDepth === minDepth);
};

/** One of several recipes, with equal probability as long as the depth limit allows. */
export const choiceRecipe = (all: readonly Recipe[]): Recipe => {
  const branches = all.filter((branch) => branch !== impossible);
  const [only] = branches;
  if (only === undefined) return impossible;
  if (branches.length === 1) return only;
  return compound({
    make: (drawing) => {
      const { random } = drawing;
      const remainingDepth = remainingDepthIn(drawing);
      if (drawing.oneOf === 'apart') {
        const fitting = fittingBranches(branches, remainingDepth);
        return (fitting[drawing.turn % fitting.length] ?? only).make(drawing);
      }
      const isFree = branches.every(({ minDepth }) => minDepth <= remainingDepth);
      return drawFrom(isFree ? branches : fittingBranches(branches, remainingDepth), random).make(drawing);
    },
    parts: () => branches,
    measure: () => leastOf(branches),
  });
};

/** Omits all optional members, recursively, in attempts that do so. */
export const withoutOptionals = (recipe: Recipe): Recipe => {
  if (recipe === impossible) return impossible;
  return compound({
    make: (drawing) => {
      const { optionals } = drawing;
      if (drawing.oneOf !== 'free') drawing.optionals = 0;
      const value = recipe.make(drawing);
      drawing.optionals = optionals;
      return value;
    },
    parts: () => [recipe],
    measure: () => recipe.minDepth,
  });
};
