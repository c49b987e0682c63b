/** Something that others are told of before it is made, because it needs them to be made first. */
export interface LazyRef<T> {
  /** For use once the house stands. Whoever asks while it is still being built has found a fault in the order of things. */
  readonly get: () => T;
  readonly isMade: (made: T) => void;
}

/**
 * The one way to close a circle among the rooms. It is written where the rooms are wired, so that all circles are seen
 * there; a room never makes one with another.
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
