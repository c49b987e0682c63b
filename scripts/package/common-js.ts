import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * For `require('vatmock')`: the same modules, by Node's own `require`. Jest has one of its own, which takes ES modules
 * under a flag only; what is asked of the process goes past it.
 */
const DOOR = `'use strict';
module.exports = process.getBuiltinModule('node:module').createRequire(__filename)('./index.js');
`;

/** The types under the name by which TypeScript tells what is required from what is imported. */
export const writeCommonJs = async (out: string, { types }: { readonly types: boolean }): Promise<void> => {
  await writeFile(path.join(out, 'index.cjs'), DOOR);
  if (types) await copyFile(path.join(out, 'index.d.ts'), path.join(out, 'index.d.cts'));
};
