/**
 * "Asks for a download under the document's file name", by RFC 6266 and RFC 8187: once in plain ASCII that all clients
 * parse alike, and once exactly. The name cannot break out of the header value.
 */
export const toContentDisposition = (fileName: string): string =>
  `attachment; filename="${toAscii(fileName)}"; filename*=UTF-8''${encode(fileName)}`;

const toAscii = (fileName: string): string =>
  fileName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('"', "'")
    .replaceAll(/[^ -~]|[\\%]/gu, '_');

/** Percent-encodes everything except the `attr-char` of RFC 8187. */
const encode = (fileName: string): string =>
  encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
