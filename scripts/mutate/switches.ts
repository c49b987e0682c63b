/** What instrumented files ask, at every place where a fault could be. */
interface Switches {
  readonly of: (file: string) => (id: number) => boolean;
}

declare global {
  var __mutants: Switches;
}

let active: string | undefined;
let passed: Set<string> | undefined;

export const keyOf = (file: string, id: number): string => `${file}#${String(id)}`;

export const fileIn = (key: string): string => key.slice(0, key.lastIndexOf('#'));

export const switchOn = (key: string | undefined): void => {
  active = key;
};

/** Notes which places are passed by from now on, until it is called again. */
export const notePassed = (): ReadonlySet<string> => {
  passed = new Set();
  return passed;
};

export const stopNoting = (): void => {
  passed = undefined;
};

globalThis.__mutants = {
  of: (file) => (id) => {
    if (active === undefined && passed === undefined) return false;
    const key = keyOf(file, id);
    passed?.add(key);
    return key === active;
  },
};
