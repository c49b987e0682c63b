/** What is wrong with a scenario, where in its file it stands, and what to do. */
export interface ScenarioFlaw {
  readonly path: Path;
  readonly message: string;
  /** The name of the member is at fault, not its value. */
  readonly isKey?: boolean;
}

export type Path = readonly (string | number)[];

/** Notes what is wrong at one place; places further in are asked for by their keys. */
export interface FlawList {
  readonly at: (...keys: Path) => FlawList;
  readonly add: (message: string) => void;
  readonly addKey: (message: string) => void;
}

export const collectFlaws = (flaws: ScenarioFlaw[], path: Path = []): FlawList => ({
  at: (...keys) => collectFlaws(flaws, [...path, ...keys]),
  add: (message) => flaws.push({ path, message }),
  addKey: (message) => flaws.push({ path, message, isKey: true }),
});
