/** What is left out, as narrowly as Schemathesis lets it be said. */
export interface Exception {
  readonly api: 'api' | 'control';
  readonly operations: readonly string[];
  /** The check, or the whole operation. */
  readonly left: string;
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    api: 'control',
    operations: ['streamJournal', 'listenToDeliveries'],
    left: 'all',
    reason: 'A stream does not end, and Schemathesis waits for the end of each answer.',
  },
];
