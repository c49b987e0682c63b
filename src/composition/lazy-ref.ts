/** A reference to something that is created later, for parts with a circular dependency. */
export interface LazyRef<T> {
  /** The referenced object. Throws if it does not exist yet, which is a bug in the startup order. */
  readonly get: () => T;
  readonly isMade: (made: T) => void;
}

/**
 * The only way to close a dependency cycle between parts. Cycles are declared where the parts are wired, so that all of
 * them are visible there; a part never creates one itself.
 */
export const lazyRef = <T extends object>(name: string): LazyRef<T> => {
  let known: T | undefined;
  return {
    get: () => {
      if (known === undefined) throw new Error(`asked for ${name} before it was made`);
      return known;
    },
    isMade: (made) => {
      known = made;
    },
  };
};
