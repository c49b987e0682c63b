import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's environment for Node, but with an ordinary global object. Jest's own is a proxy behind V8 interceptors, which makes
 * every access to `Object`, `Map` or `Math` slow: compute-heavy tests take twice as long.
 */
export default class OrdinaryGlobalEnvironment extends TestEnvironment {
  /**
   * @param {import('@jest/environment').JestEnvironmentConfig} config
   * @param {import('@jest/environment').EnvironmentContext} context
   */
  constructor(config, context) {
    const { createContext } = vm;
    // Jest calls it with its proxy, and has no option to do without.
    Object.assign(vm, { createContext: () => createContext(vm.constants.DONT_CONTEXTIFY) });
    try {
      super(config, context);
    } finally {
      Object.assign(vm, { createContext });
    }
  }
}
