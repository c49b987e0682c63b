import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = new URL('../../', import.meta.url).href;
const SHIM = new URL('jest-globals.ts', import.meta.url).href;

const isOurs = (url: string): boolean => url.startsWith(`${ROOT}src/`) || url.startsWith(`${ROOT}test/`);

const queryOf = (url: string | undefined): string => {
  const at = url?.indexOf('?copy=') ?? -1;
  return url === undefined || at === -1 ? '' : url.slice(at);
};

/** Which modules of ours import which others. */
const imports = new Map<string, Set<string>>();

const noteImport = (importer: string | undefined, url: string): void => {
  if (importer === undefined || !isOurs(importer) || !isOurs(url)) return;
  const from = fileURLToPath(importer.replace(/\?copy=.*$/, ''));
  imports.set(from, (imports.get(from) ?? new Set()).add(fileURLToPath(url)));
};

/** A module, and all of ours that it leads to. */
export const reachedFrom = (path: string): ReadonlySet<string> => {
  const reached = new Set([path]);
  for (const one of reached) for (const next of imports.get(one) ?? []) reached.add(next);
  return reached;
};

/**
 * Serves instrumented texts in the place of files. A module that is imported with `?copy=1` gets copies of all modules of
 * ours that it leads to: what is worked out when a module is loaded is worked out anew.
 */
export const installHooks = (instrumented: ReadonlyMap<string, string>): void => {
  const stripped = new Map<string, string>();

  const textOf = (path: string): string => {
    let text = stripped.get(path);
    if (text === undefined) {
      text = stripTypeScriptTypes(instrumented.get(path) ?? readFileSync(path, 'utf8'), { mode: 'strip' });
      stripped.set(path, text);
    }
    return text;
  };

  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === '@jest/globals') return { url: SHIM, format: 'module', shortCircuit: true };
      const found = next(specifier, context);
      noteImport(context.parentURL, found.url);
      const query = queryOf(context.parentURL);
      if (query === '' || !isOurs(found.url) || !found.url.endsWith('.ts')) return found;
      return { ...found, url: found.url + query };
    },
    load: (url, context, next) => {
      if (!isOurs(url) || !/\.ts(?:\?copy=.*)?$/.test(url)) return next(url, context);
      return { format: 'module', source: textOf(fileURLToPath(url)), shortCircuit: true };
    },
  });
};

let copies = 0;

export const importTest = async (path: string, isCopy: boolean): Promise<void> => {
  const { href } = pathToFileURL(path);
  await import(isCopy ? `${href}?copy=${String(++copies)}` : href);
};
