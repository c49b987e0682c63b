/** A schema that cannot be compiled, or leads to itself: the fault is in the description, not in the server. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}
