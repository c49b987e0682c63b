/** A key as a part of a JSON Pointer. */
export const toReferenceToken = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The keys of a JSON Pointer (RFC 6901), such as the `instancePath` of an Ajv error. */
export const referenceTokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
