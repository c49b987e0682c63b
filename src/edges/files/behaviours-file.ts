import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contract } from '../../engine/contract/contract.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import { type FindThings, overUsual, splitTable, toJobHandlers } from '../../engine/resources/own-behaviours.ts';
import { completePolicy, type Policy } from '../../engine/policy/policy.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';
import type { JobHandlers } from '../../engine/sandbox/job-handlers.ts';
import { FileError, faultOf, wholeFileError } from '../../kernel/user-errors.ts';
import { isObject } from '../../kernel/json.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import type { After } from '../../kernel/timers.ts';
import { createReloadReport, openYamlLibrary } from './yaml-folder.ts';

export interface OwnBehaviours {
  /** Names them in errors. */
  readonly source: string;
  /** Puts them over the usual ones, and completes them. The result changes when their module does. */
  readonly putOver: (
    usual: Behaviours,
    find: FindThings | undefined,
    complete: (own: Behaviours) => Behaviours,
  ) => Behaviours;
  /** Their jobs. They change when their module does; others may be added. */
  readonly jobs: Record<string, JobHandlers[string]>;
  /** As it was at the start. */
  readonly policy: Policy;
  readonly close: () => void;
}

/**
 * Behaviours of the operator, whose module may do whatever the server may. It is imported at once, so that a faulty one stops
 * the start, and again when it changes; while it is faulty, the former ones stay in use.
 */
export const openOwnBehaviours = async (parts: {
  readonly after: After;
  readonly observer: Observer;
  readonly contract: Contract;
  /** The name of their module, or the functions themselves. */
  readonly given: string | object;
}): Promise<OwnBehaviours> => {
  const { contract, after, given } = parts;
  const file = typeof given === 'string' ? path.resolve(given) : undefined;
  const source = file ?? 'behaviours';
  const current: Record<string, Behaviours[string]> = {};
  const jobs: OwnBehaviours['jobs'] = {};
  let ownJobs: JobHandlers = {};
  let table: object = {};
  let policy: string | undefined;
  let [usual, find, complete]: Parameters<OwnBehaviours['putOver']> = [{}, undefined, (own) => own];
  const use = (loaded: unknown) => {
    const fault = findFault(loaded, contract);
    if (fault !== undefined) throw wholeFileError(source, fault);
    table = loaded as object;
    const text = JSON.stringify(splitTable(table).policy, (_name, value: unknown) =>
      typeof value === 'function' ? String(value) : value,
    );
    if (text !== (policy ?? text))
      parts.observer.noticed({
        level: 'warn',
        message: `behaviours: ${source}: the changed policy holds from the next start`,
      });
    policy = text;
    const own = { table, contract, source, find };
    for (const id of Object.keys(current)) Reflect.deleteProperty(current, id);
    Object.assign(current, complete(overUsual(usual, own)));
    for (const kind of Object.keys(ownJobs)) Reflect.deleteProperty(jobs, kind);
    ownJobs = toJobHandlers(own);
    Object.assign(jobs, ownJobs);
    return new Map<string, never>();
  };
  const { close } = await openYamlLibrary(
    {
      after,
      reloaded: createReloadReport(parts.observer, 'behaviours'),
      folder: file && path.dirname(file),
      isFlat: true,
    },
    { loadBundled: () => Promise.resolve(new Map()), loadOwn: async () => use(await importTable(source)) },
  );
  if (file === undefined) use(given);
  return {
    source,
    close,
    jobs,
    policy: splitTable(table).policy,
    putOver: (...below) => {
      [usual, find, complete] = below;
      use(table);
      return current;
    },
  };
};

const findFault = (table: unknown, { operations, described, document }: Contract): string | undefined => {
  if (!isObject(table)) return 'the default export must be an object of functions by operationId';
  const known = operations.map(({ id }) => id);
  const own = splitTable(table);
  if (Object.values(own.jobs).some((run) => typeof run !== 'function')) return '"jobs" must be an object of functions';
  const [broken] = Object.entries(own.operations).find(([, run]) => !isRunnable(run)) ?? [];
  if (broken !== undefined)
    return `"${broken}" must be ${broken === 'jobs' || broken === 'policy' ? 'an object' : 'a function'}`;
  const unknown = Object.keys(own.operations).find((name) => !known.includes(name));
  if (unknown === undefined) return findFaultOfPolicy(own.policy);
  const meant = operations.filter(({ pointer }) => valueAt(document, `${pointer}/operationId`) === unknown);
  const files = described.map(({ file }) => path.basename(file)).join(' and ');
  return meant.length > 1
    ? `"${unknown}" is in several descriptions: write ${meant.map(({ id }) => `"${id}"`).join(' or ')}`
    : `there is no operation "${unknown}" in ${files}: ${suggest(unknown, known)}`;
};

const isRunnable = (value: unknown): boolean =>
  typeof value === 'function' || (isObject(value) && typeof value['run'] === 'function');

const POLICY: Readonly<Record<keyof Policy, string>> = {
  authorize: 'a function',
  capabilityHint: 'a string',
  fakes: 'a function',
  findings: 'an object',
  explanations: 'an object',
  deliveries: 'an object',
  events: 'an object',
};

const findFaultOfPolicy = (policy: Policy): string | undefined => {
  const kinds = new Map<string, string>(Object.entries(POLICY));
  for (const [name, value] of Object.entries(policy)) {
    const kind = kinds.get(name);
    if (kind === undefined) return `"policy" has no ${name}: ${suggest(name, [...kinds.keys()])}`;
    if (value !== undefined && !kind.endsWith(typeof value)) return `"policy.${name}" must be ${kind}`;
  }
  try {
    completePolicy(policy, { failed: () => undefined });
    return undefined;
  } catch (error) {
    return `"policy" cannot be used: ${(error as Error).message}`;
  }
};

/** Modules are known by their URL: a changed one has another. */
const importTable = async (file: string): Promise<unknown> => {
  try {
    const { mtimeMs } = await stat(file);
    const module: unknown = await import(`${pathToFileURL(file).href}?changed=${mtimeMs}`);
    return (module as { readonly default?: unknown }).default;
  } catch (error) {
    const { message, stack = '', code = '' } = error as NodeJS.ErrnoException;
    const [, place = ''] = stack.split(path.basename(file));
    const [, line = '1'] = /^(?:\?changed=[\d.]+)?:(\d+)/.exec(place) ?? [];
    const fault = faultOf(file, `cannot be loaded: ${message}; ${REMEDIES[code] ?? 'correct it'}`);
    throw new FileError([{ ...fault, line: Number(line) }]);
  }
};

const REMEDIES: Readonly<Record<string, string>> = {
  ENOENT: 'create it, or correct --behaviours',
  ERR_UNKNOWN_FILE_EXTENSION: 'this Node.js was told not to read TypeScript: compile it to .js',
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX: 'Node.js only removes types: write enums and parameter properties as JavaScript',
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING: 'Node.js reads no TypeScript below node_modules: compile it to .js',
  ERR_MODULE_NOT_FOUND: 'install what it imports beside it, and import types with "import type"',
};
