/** Keywords that name a schema, or refer to one by name. */
export const NAMING_KEYWORDS = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'];

interface SchemaUri {
  /** The address of a schema resource: a file, or a schema with an `$id`. */
  readonly address: string;
  /** A pointer or an anchor within the resource, percent-encoded; empty for the whole resource. */
  readonly fragment: string;
}

/** Resolves a reference against a base URI; undefined if it is not valid. */
export const resolveUri = (reference: string, base: string): SchemaUri | undefined => {
  const resolved = URL.parse(reference, base)?.href;
  if (resolved === undefined) return undefined;
  const [address = '', fragment = ''] = resolved.split('#', 2);
  return { address, fragment };
};
