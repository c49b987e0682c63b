import type { Draw } from './generator.ts';

/**
 * A member of the thing (person, place, company) that the body is about at this point. Generators do not know which
 * object they fill, so a member that is asked for a second time is taken as the beginning of the next thing: the
 * contacts of a list differ, and each keeps its own name in its own e-mail address.
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
