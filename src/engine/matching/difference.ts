export interface Difference {
  /** `body /externalOrderId`, `state`, `times` ... */
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
}
