/** One entry of `errors[]`: what is wrong with one place of a request. */
export interface Violation {
  /** A path such as `vins[0].vin`, or the name of a parameter. */
  readonly field: string;
  readonly message: string;
  readonly rejectedValue: unknown;
}

export interface ProblemMembers {
  /** The stable name of the problem type, or `about:blank` for an HTTP status outside the catalogue. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly Violation[] | undefined;
  readonly currentResource?: unknown;
  /** Members beyond the description's own, such as the list of what a `Prefer` could have asked for. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A refusal on its way to the one renderer of problems. Thrown anywhere, answered in one place. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly members: ProblemMembers;

  constructor(members: ProblemMembers) {
    super(`${members.type}: ${members.detail}`);
    this.members = members;
  }
}
