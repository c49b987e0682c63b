import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModuleMocker } from 'jest-mock';
import { resolveExactly } from '../../../src/kernel/exact-imports.js';
import { CURRENT } from './current-globals.js';

const require = createRequire(import.meta.url);
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === '@jest/globals')
      return { url: import.meta.resolve('./current-globals.js'), format: 'module', shortCircuit: true };
    return resolveExactly(specifier, context, next);
  },
});

// A worker that has not ended half a second after its last file is killed, with a warning. Where nothing calls exit, Node takes the
// heap apart first, which takes longer than that on a busy machine.
if (process.send !== undefined) process.once('beforeExit', () => process.exit());

/** Symbols under which jest-circus keeps state on the global object. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const HANDLERS = Symbol.for('EVENT_HANDLERS');

const mocker = new ModuleMocker(globalThis);
const jest = {
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: (/** @type {number} */ milliseconds) => Reflect.set(globalThis, TIMEOUT, milliseconds),
};

/**
 * Jest's option `runtime`. Jest's own gives each test file a module registry in a virtual context; this one leaves loading to
 * Node, which loads sources, packages and test/support once per worker.
 */
export default class NativeRuntime {
  /** @param {string} file */
  unstable_importModule(file) {
    return import(pathToFileURL(file).href);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /**
   * jest-circus keeps its state in its module and on the global object: each test file gets a new one.
   *
   * @param {string} file
   */
  requireInternalModule(file) {
    // Type stripping keeps lines and columns: there is nothing to map.
    if (file.includes('source-map-support')) return { install: () => undefined };
    Reflect.deleteProperty(globalThis, HANDLERS);
    Reflect.deleteProperty(globalThis, TIMEOUT);
    Reflect.deleteProperty(require.cache, file);
    return /** @type {unknown} */ (require(file));
  }

  /** @param {Record<string, unknown>} globals */
  setGlobalsForRuntime(globals) {
    Object.assign(CURRENT, globals, { jest });
  }

  requireModule(/** @type {string} */ file) {
    return /** @type {unknown} */ (require(file));
  }

  restoreAllMocks() {
    mocker.restoreAllMocks();
  }

  /** Jest ends a worker that takes half a second to exit: too little to write much. */
  teardown() {
    flushCompileCache();
  }

  /* oxlint-disable no-empty-function -- Jest also calls these; they concern virtual contexts and coverage */
  enterTestCode() {}
  leaveTestCode() {}
  getSourceMaps() {}
  getAllCoverageInfoCopy() {}
}
