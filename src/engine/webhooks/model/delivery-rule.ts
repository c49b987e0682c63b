export interface DeliveryRule {
  readonly events?: readonly string[];
  readonly share?: number;
  readonly outcomes?: readonly (number | 'pass' | 'timeout' | 'reset' | 'refused')[];
  readonly downFor?: string;
  readonly delay?: string;
  readonly duplicate?: number;
  readonly reorder?: true;
  readonly signature?: 'stale' | 'future' | 'wrong-secret' | 'altered-body' | 'missing';
  readonly slowBody?: { readonly pieces?: number; readonly over: string };
}
