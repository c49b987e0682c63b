import { readFile } from 'node:fs/promises';

export interface Fonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** Path relative to this file below src/; the build adapts it for a bundle. */
const fontFile = (name: string): URL => new URL(`../../../fonts/${name}`, import.meta.url);

let fonts: Promise<Fonts> | undefined;

const read = async (): Promise<Fonts> => {
  const [regular, bold] = await Promise.all([
    readFile(fontFile('OpenSans-Regular.ttf')),
    readFile(fontFile('OpenSans-Bold.ttf')),
  ]);
  return { regular, bold };
};

/** Embedded in the file, so that it looks the same everywhere; read once. */
export const loadFonts = (): Promise<Fonts> => (fonts ??= read());
