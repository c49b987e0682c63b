import path from 'node:path';
import NativeEnvironment from '../jest/native-environment.ts';
import { EXCEPTIONS } from './exceptions.ts';

const STORE = process.env['VATMOCK_TEST_STORE'] ?? 'memory';
const ACCEPTANCE = path.resolve(import.meta.dirname, '../../acceptance');

/** Leaves out the exceptions of the store that this run uses, and says so. */
export default class StoreEnvironment extends NativeEnvironment {
  /**
   * @param {import('@jest/environment').JestEnvironmentConfig} config
   * @param {import('@jest/environment').EnvironmentContext} context
   */
  constructor(config, context) {
    super(config, context);
    const file = path.relative(ACCEPTANCE, context.testPath).replaceAll(path.sep, '/');
    this.exceptions = EXCEPTIONS.filter((one) => one.file === file && one.stores.some((store) => store === STORE));
    this.file = file;
  }

  /**
   * @override
   * @param {import('@jest/types').Circus.Event} event
   */
  handleTestEvent(event) {
    super.handleTestEvent(event);
    if (event.name !== 'test_start' || this.exceptions.length === 0) return;
    const { test } = event;
    const title = titleOf(test);
    const exception = this.exceptions.find(({ tests }) => tests === undefined || tests.includes(title));
    if (exception === undefined) return;
    test.mode = 'skip';
    process.stderr.write(`left out on ${STORE}: ${this.file}: ${title}: ${exception.because}\n`);
  }
}

/** @param {import('@jest/types').Circus.TestEntry} test */
const titleOf = (test) => {
  const names = [test.name];
  /** @type {import('@jest/types').Circus.DescribeBlock} */
  let block = test.parent;
  while (block.parent !== undefined) {
    names.unshift(block.name);
    block = block.parent;
  }
  return names.join(' ');
};
