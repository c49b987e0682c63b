import vm from 'node:vm';

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
const readShared = () => {
  const members = Object.entries(SHARED).flatMap(([name, object]) =>
    Object.entries(Object.getOwnPropertyDescriptors(object))
      .filter(([key, property]) => !property.get && key !== 'console')
      .map(([key, { value }]) => /** @type {const} */ ([`${name}.${key}`, value])),
  );
  const listeners = process
    .eventNames()
    .map((event) => /** @type {const} */ ([`listeners of process for ${String(event)}`, process.listenerCount(event)]));
  return new Map([...members, ...listeners, ['the working directory', process.cwd()]]);
};

/** Jest changes a virtual context here and there. This one is put aside: tests run where Node runs everything. */
const aside = vm.createContext({});
const { console } = globalThis;

/** Runs test files in Node's own global context, and fails one that leaves a global changed. */
export default class NativeEnvironment {
  /**
   * @param {import('@jest/environment').JestEnvironmentConfig} _config
   * @param {import('@jest/environment').EnvironmentContext} context
   */
  constructor(_config, context) {
    this.global = { process: {}, console: context.console };
    /** @type {ReadonlyMap<string, unknown>} */
    this.before = new Map();
    this.hasRun = false;
  }

  // oxlint-disable-next-line typescript/require-await -- Jest awaits it
  async setup() {
    globalThis.console = this.global.console;
    // Jest has just replaced both for the whole process.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    Error.stackTraceLimit = 10;
    this.before = readShared();
  }

  // oxlint-disable-next-line typescript/require-await -- Jest awaits it, and an error is a rejection
  async teardown() {
    globalThis.console = console;
    // A file that did not load has an error of its own.
    if (!this.hasRun) return;
    const after = readShared();
    // Packages that are loaded on first use may add globals, but nothing else.
    const isOurs = (/** @type {string} */ name) => this.before.has(name) || /^(?:process\.env\.|listeners )/.test(name);
    const changed = [...new Set([...this.before.keys(), ...after.keys()])].filter(
      (name) => isOurs(name) && !Object.is(this.before.get(name), after.get(name)),
    );
    if (changed.length > 0) throw new Error(`The test file changed what other files share: ${changed.join(', ')}`);
  }

  handleTestEvent(/** @type {import('@jest/types').Circus.Event} */ event) {
    if (event.name === 'run_finish') this.hasRun = true;
  }

  getVmContext() {
    return aside;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}
