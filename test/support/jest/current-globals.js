/**
 * Replaces `@jest/globals`. Jest creates these functions anew for each test file, but modules that several files share are
 * loaded once: what they import delegates to the functions of the current file.
 *
 * @type {Record<string, any>}
 */
export const CURRENT = {};

/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- whatever Jest makes */
const delegate = (/** @type {string} */ name) =>
  new Proxy(() => undefined, {
    apply: (_target, _self, given) => CURRENT[name](...given),
    get: (_target, key) => CURRENT[name][key],
  });

export const afterAll = delegate('afterAll');
export const afterEach = delegate('afterEach');
export const beforeAll = delegate('beforeAll');
export const beforeEach = delegate('beforeEach');
export const describe = delegate('describe');
export const expect = delegate('expect');
export const it = delegate('it');
export const jest = delegate('jest');
export const test = delegate('test');
