/** As long as file systems and mail programs take it; the extension is kept. */
const LONGEST = 200;
const LONGEST_EXTENSION = 10;

/** What browsers and `fetch` write in a multipart file name for what cannot stand between quotes there. */
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * The file name that a client sent, as one that is safe to store and to answer: no path, no control characters and no
 * invisible ones that turn the direction of the text. Letters of any script stay, and so do quotes. The fallback when
 * nothing is left.
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
  if (characters.length <= LONGEST) return name;
  const dot = characters.lastIndexOf('.');
  // Without a dot it would be longer than the name.
  const extension = characters.length - dot <= LONGEST_EXTENSION ? characters.slice(dot) : [];
  return [...characters.slice(0, LONGEST - extension.length), ...extension].join('');
};
