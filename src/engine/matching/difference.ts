export interface Difference {
  /** `body /externalId`, `state`, `times` ... */
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
}
