/**
 * "Asks for a download under the document's file name", as RFC 6266 and RFC 8187 write it: once for everybody, in plain
 * ASCII without anything that clients read differently, and once exactly. Whatever the name holds, it stays inside.
 */
export const toContentDisposition = (fileName: string): string =>
  `attachment; filename="${toAscii(fileName)}"; filename*=UTF-8''${encode(fileName)}`;

const toAscii = (fileName: string): string =>
  fileName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('"', "'")
    .replaceAll(/[^ -~]|[\\%]/gu, '_');

/** Everything but the `attr-char` of RFC 8187 percent-encoded. */
const encode = (fileName: string): string =>
  encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
