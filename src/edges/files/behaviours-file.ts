import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contract } from '../../engine/contract/contract.ts';
import { findUnknownOperations, overUsual, type OwnTable } from '../../engine/responders/own-behaviours.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';
import { FileError } from '../../kernel/file-error.ts';
import { isObject } from '../../kernel/json.ts';
import { faultOf, SETTLED, type YamlLibraryParts } from './yaml-folder.ts';

const NAMES = ['behaviours.ts', 'behaviours.mts', 'behaviours.js', 'behaviours.mjs'];

/** The module beside a description that has behaviours. */
export const findBehaviours = ({ file }: Contract): string | undefined =>
  NAMES.map((name) => path.join(path.dirname(file), name)).find((name) => existsSync(name));

/** Puts the user's behaviours over the usual ones. The result changes when the module does. */
export type PutOver = (usual: Behaviours) => Behaviours;

export interface OwnBehavioursParts extends Pick<YamlLibraryParts, 'after' | 'reloaded'> {
  readonly contract: Contract;
  /** Undefined if the user has none. */
  readonly given: string | OwnTable | undefined;
}

export type OwnBehaviours = Awaited<ReturnType<typeof openOwnBehaviours>>;

/**
 * Behaviours of the user, who runs this server: their module may do whatever the server may. It is imported at once, so that
 * a faulty one stops the start, and again when it changes; while it is faulty, the last valid table stays in use.
 */
export const openOwnBehaviours = async ({ contract, given, after, reloaded }: OwnBehavioursParts) => {
  const file = typeof given === 'string' ? path.resolve(given) : undefined;
  let version = 0;
  const load = async (): Promise<OwnTable | undefined> =>
    file === undefined ? (given as OwnTable | undefined) : checked(await importTable(file, version), file, contract);
  let table = await load();
  if (file === undefined && table !== undefined) checked(table, 'behaviours', contract);

  let refresh = (): void => undefined;
  const reload = async (): Promise<void> => {
    version++;
    try {
      table = await load();
      refresh();
      reloaded(undefined);
    } catch (error) {
      reloaded(error);
    }
  };
  let pending: { readonly cancel: () => void } | undefined;
  const watcher =
    file === undefined
      ? undefined
      : watch(path.dirname(file), { persistent: false }, (_event, name) => {
          if (name !== path.basename(file)) return;
          pending?.cancel();
          pending = after(SETTLED, () => void reload());
        });
  watcher?.on('error', reloaded);

  const putOver: PutOver = (usual) => {
    const current: Record<string, Behaviours[string]> = {};
    refresh = () => {
      for (const id of Object.keys(current)) Reflect.deleteProperty(current, id);
      Object.assign(current, overUsual(usual, { table: table ?? {}, contract, source: file ?? 'behaviours' }));
    };
    refresh();
    return current;
  };
  return {
    putOver: given === undefined ? undefined : putOver,
    close: () => {
      pending?.cancel();
      watcher?.close();
    },
  };
};

/** @throws {@link FileError} */
const checked = (table: unknown, file: string, contract: Contract): OwnTable => {
  const faults = isObject(table)
    ? findUnknownOperations(table, contract)
    : ['the default export must be an object of functions by operationId'];
  if (faults.length > 0) throw new FileError([faultOf(file, faults.join('; '))]);
  return table as OwnTable;
};

/** Modules are cached by their URL: `version` makes another one. */
const importTable = async (file: string, version: number): Promise<unknown> => {
  try {
    const url = `${pathToFileURL(file).href}${version === 0 ? '' : `?v=${String(version)}`}`;
    return ((await import(url)) as { readonly default?: unknown }).default;
  } catch (error) {
    throw new FileError([explain(error, file)]);
  }
};

const REMEDIES: Readonly<Record<string, string>> = {
  ERR_UNKNOWN_FILE_EXTENSION: 'this Node.js was told not to read TypeScript: compile it to .js',
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX: 'Node.js removes types, but compiles neither enums nor parameter properties: write it without them',
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING: 'Node.js reads no TypeScript below node_modules: move it, or compile it to .js',
  ERR_MODULE_NOT_FOUND: 'install what it imports beside it; types need "import type" alone',
};

const explain = (error: unknown, file: string) => {
  const { message, stack = '', code = '' } = error as Error & { readonly code?: string };
  const [, rest = ''] = stack.split(path.basename(file));
  const [, line = '1'] = /^(?:\?v=\d+)?:(\d+)/.exec(rest) ?? [];
  const remedy = REMEDIES[code];
  return { ...faultOf(file, `cannot be loaded: ${message}${remedy === undefined ? '' : `; ${remedy}`}`), line: Number(line) };
};
