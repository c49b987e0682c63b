/** What tests pass by: by themselves, or when their file is loaded and prepared. */
export interface Coverage {
  readonly tests: readonly {
    readonly path: string;
    readonly index: number;
    /** Milliseconds. */
    readonly took: number;
    readonly passed: readonly string[];
  }[];
  readonly files: readonly {
    readonly path: string;
    readonly passed: readonly string[];
    readonly tests: number;
    readonly repeatable: number;
  }[];
}

export interface Verdict {
  readonly outcome: 'killed' | 'survived' | 'not covered';
  /** The test file that found it. */
  readonly by?: string;
  /** What the fault did goes on: whoever judges next had better begin anew. */
  readonly isSpent?: boolean;
}

export type ToWorker =
  | {
      readonly kind: 'begin';
      readonly sources: readonly string[];
      readonly tests: readonly string[];
      readonly coverage: Coverage | undefined;
    }
  | { readonly kind: 'judge'; readonly file: string; readonly id: number };

export type FromWorker =
  | { readonly kind: 'ready'; readonly coverage: Coverage }
  /** Another test begins, which may take so many milliseconds of the processor. */
  | { readonly kind: 'trying'; readonly most: number }
  | { readonly kind: 'verdict'; readonly key: string; readonly verdict: Verdict; readonly isTired: boolean };
