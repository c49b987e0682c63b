/** Maximum characters that file systems and mail programs accept; the extension is kept. */
export const MAX_LENGTH = 200;
const MAX_EXTENSION_LENGTH = 10;

/** How browsers and `fetch` escape characters that a quoted multipart file name cannot contain. */
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * Converts a client's file name to one that is safe to store and return: without path, control characters, or invisible
 * characters that change the text direction. Keeps letters of any script and quotes. Returns the fallback if nothing
 * remains.
 */
export const toFileName = (sent: string, fallback: string): string => {
  const decoded = sent.replaceAll(/%(?:22|0D|0A)/gi, (escaped) => ESCAPED[escaped.toUpperCase()] ?? escaped);
  const name = decoded
    .slice(Math.max(decoded.lastIndexOf('/'), decoded.lastIndexOf('\\')) + 1)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  return /^\.*$/.test(name) ? fallback : shorten(name);
};

const shorten = (name: string): string => {
  const characters = Array.from(name);
  if (characters.length <= MAX_LENGTH) return name;
  const dot = characters.lastIndexOf('.');
  // Without a dot (index -1) it would be longer than the name.
  const extension = characters.length - dot <= MAX_EXTENSION_LENGTH ? characters.slice(dot) : [];
  return [...characters.slice(0, MAX_LENGTH - extension.length), ...extension].join('');
};
