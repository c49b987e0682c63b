import { ENGINE_PROBLEMS } from '../../generated/problems.ts';

/** The explanation of a problem type for the integrator, from spec/problems.yaml; backticks mark code. */
export interface ProblemTexts {
  readonly meaning: string;
  /** The most common ones. */
  readonly causes: readonly string[];
  readonly remedy: string;
  /** The rule of the API description behind the type. */
  readonly rule: {
    /** In our own words. */
    readonly text: string;
    /** False for a type that the description does not define: its first assumption is the one that introduced it. */
    readonly documented: boolean;
    /** Entries of `spec/assumptions.yaml` that resolve what the description leaves open here. */
    readonly assumptions: readonly string[];
  };
}

export interface ProblemType {
  readonly status: number;
  readonly title: string;
  readonly texts: ProblemTexts;
}

/** The problem types of an API by name, in listing order. It includes the engine's, possibly with its own texts. */
export type ProblemCatalogue = ReadonlyMap<string, ProblemType>;

export type EngineProblemType = keyof typeof ENGINE_PROBLEMS;

/** The default for descriptions without their own catalogue. */
export const ENGINE_CATALOGUE: ProblemCatalogue = new Map(Object.entries(ENGINE_PROBLEMS));

/** Types that any request can get are not documented per operation. Assumption: outside-catalogue-statuses. */
const UNLISTED = new Set(Object.entries(ENGINE_PROBLEMS).flatMap(([name, type]) => ('unlisted' in type ? [name] : [])));

/** Whether operations document it. */
export const isListed = (type: string): boolean => type !== 'about:blank' && !UNLISTED.has(type);
