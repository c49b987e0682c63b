/** A due job in words. */
export interface ShownJob {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly dueAt: string;
  /** Null for housekeeping. */
  readonly subject: JobSubject | null;
}

export interface JobSubject {
  readonly kind: 'order' | 'buyer' | 'delivery' | 'webhook' | 'invitation' | 'scenario';
  readonly id: string;
}
