import { readFile } from 'node:fs/promises';

export interface Fonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** From this file's place below src/; the build sees to it that a bundle finds them too. */
const fontFile = (name: string): URL => new URL(`../../../fonts/${name}`, import.meta.url);

let fonts: Promise<Fonts> | undefined;

const read = async (): Promise<Fonts> => {
  const [regular, bold] = await Promise.all([
    readFile(fontFile('OpenSans-Regular.ttf')),
    readFile(fontFile('OpenSans-Bold.ttf')),
  ]);
  return { regular, bold };
};

/** Embedded in the file, so that it looks and reads the same everywhere; read once. */
export const loadFonts = (): Promise<Fonts> => (fonts ??= read());
