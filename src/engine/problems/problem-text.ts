/**
 * What a problem type means for the integrator. Words in backticks are code. The pages at the type URIs
 * and `docs/problems.md` are generated from these texts.
 */
export interface ProblemTexts {
  /** One sentence. */
  readonly meaning: string;
  /** The usual ones, a sentence each. */
  readonly causes: readonly string[];
  /** What to do, in a sentence or two. */
  readonly remedy: string;
  readonly rule: ProblemRule;
}

/** The rule of the API's description that the type rests on. */
export interface ProblemRule {
  /** One sentence, in our own words. */
  readonly text: string;
  /** False for a type of our own: the first assumption is then the one that made it. */
  readonly documented: boolean;
  /** Entries of `spec/assumptions.yaml` that decide what the description leaves open here. */
  readonly assumptions: readonly string[];
}
