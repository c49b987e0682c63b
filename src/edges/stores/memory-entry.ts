export interface Entry {
  readonly id: string;
  readonly position: number;
  value: unknown;
  size: number;
}

export const byPosition = (a: Entry, b: Entry): number => a.position - b.position;
