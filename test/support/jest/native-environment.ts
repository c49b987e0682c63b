import vm from 'node:vm';
import type { EnvironmentContext } from '@jest/environment';
import type { Circus } from '@jest/types';

/** What all files of a worker share, and a test file must leave as it was. */
const SHARED = {
  globalThis,
  'process.env': process.env,
  Date,
  Math,
  JSON,
  Promise,
  crypto: globalThis.crypto,
  'Object.prototype': Object.prototype,
  'Array.prototype': Array.prototype,
  'Date.prototype': Date.prototype,
};

/** The members of what is shared, by name. Node replaces an accessor by its value on first use: that is no change. */
const readShared = (): ReadonlyMap<string, unknown> => {
  const members = Object.entries(SHARED).flatMap(([name, object]) =>
    Object.entries(Object.getOwnPropertyDescriptors(object))
      .filter(([key, property]) => !property.get && key !== 'console')
      .map(([key, { value }]): readonly [string, unknown] => [`${name}.${key}`, value]),
  );
  const listeners = process
    .eventNames()
    .map((event) => [`listeners of process for ${String(event)}`, process.listenerCount(event)] as const);
  return new Map<string, unknown>([...members, ...listeners, ['the working directory', process.cwd()]]);
};

/** Jest changes a virtual context here and there. This one is put aside: tests run where Node runs everything. */
const aside = vm.createContext({});
const { console } = globalThis;

/** Runs test files in Node's own global context, and fails one that leaves a global changed. */
export default class NativeEnvironment {
  readonly global: { readonly process: object; readonly console: Console };
  private before: ReadonlyMap<string, unknown> = new Map();
  private hasRun = false;

  constructor(_config: unknown, context: Pick<EnvironmentContext, 'console'>) {
    this.global = { process: {}, console: context.console };
  }

  // oxlint-disable-next-line typescript/require-await -- Jest awaits it
  async setup(): Promise<void> {
    globalThis.console = this.global.console;
    // Jest has just replaced both for the whole process.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    Error.stackTraceLimit = 10;
    this.before = readShared();
  }

  // oxlint-disable-next-line typescript/require-await -- Jest awaits it, and an error is a rejection
  async teardown(): Promise<void> {
    globalThis.console = console;
    // A file that did not load has an error of its own.
    if (!this.hasRun) return;
    const after = readShared();
    // Packages that are loaded on first use may add globals, but nothing else.
    const isOurs = (name: string) => this.before.has(name) || /^(?:process\.env\.|listeners )/.test(name);
    const changed = [...new Set([...this.before.keys(), ...after.keys()])].filter(
      (name) => isOurs(name) && !Object.is(this.before.get(name), after.get(name)),
    );
    if (changed.length > 0) throw new Error(`The test file changed what other files share: ${changed.join(', ')}`);
  }

  handleTestEvent(event: Pick<Circus.Event, 'name'>): void {
    if (event.name === 'run_finish') this.hasRun = true;
  }

  getVmContext(): vm.Context {
    return aside;
  }

  exportConditions(): readonly string[] {
    return ['node', 'node-addons'];
  }
}
