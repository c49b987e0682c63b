/** The keys of a JSON Pointer (RFC 6901), such as the `instancePath` of an Ajv error. */
export const referenceTokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
