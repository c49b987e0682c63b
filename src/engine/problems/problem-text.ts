/**
 * The explanation of a problem type for the integrator. Backticks mark code. The pages at the type URIs and
 * `docs/reference.md` are generated from these texts.
 */
export interface ProblemTexts {
  /** One sentence. */
  readonly meaning: string;
  /** The most common ones, one sentence each. */
  readonly causes: readonly string[];
  /** What to do, in one or two sentences. */
  readonly remedy: string;
  readonly rule: ProblemRule;
}

/** The rule of the API description behind the type. */
export interface ProblemRule {
  /** One sentence, in our own words. */
  readonly text: string;
  /** False for a type that the description does not define: its first assumption is the one that introduced it. */
  readonly documented: boolean;
  /** Entries of `spec/assumptions.yaml` that resolve what the description leaves open here. */
  readonly assumptions: readonly string[];
}
