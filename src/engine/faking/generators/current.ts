import type { Draw } from './generator.ts';

/**
 * A member of the current entity (person, place, company). Generators do not know which object they fill, so requesting
 * a member for the second time starts the next entity: the contacts of a list differ, but the name and the e-mail
 * address of each contact match.
 */
export const current = <T extends object, K extends keyof T>(
  draw: Draw,
  kind: string,
  make: () => T,
  member: K,
): T[K] => {
  const state = draw.once(`current ${kind}`, () => ({ thing: make(), given: new Set<PropertyKey>() }));
  if (state.given.has(member)) {
    state.thing = make();
    state.given.clear();
  }
  state.given.add(member);
  return state.thing[member];
};
