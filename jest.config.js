import { enableCompileCache } from 'node:module';
import { cpus } from 'node:os';
import path from 'node:path';
import './test/support/jest/without-babel.js';

// A run of one file mostly reads code. Workers and the programs that tests start find the folder in their environment.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, 'node_modules/.cache/node');
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

// The browser of the console's tests would leave its marks on the process that runs them.
const files = process.argv.filter((argument) => argument.endsWith('.test.ts'));
const isOneFile =
  files.length === 1 &&
  !process.argv.some((argument) => argument.startsWith('--watch') || argument.includes('console'));

/** @type {import('jest').Config} */
export default {
  // Node loads everything, in its own global context: see the comment there.
  runtime: '<rootDir>/test/support/jest/native-runtime.js',
  testEnvironment: '<rootDir>/test/support/jest/native-environment.ts',
  transform: {},
  injectGlobals: false,
  testSequencer: '<rootDir>/test/support/jest/longest-first.sequencer.js',
  // Listing node_modules takes a tenth of a second.
  roots: ['<rootDir>/src', '<rootDir>/console', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // A PostgreSQL or a browser starts when the first test file asks for it.
  globalSetup: '<rootDir>/test/support/jest/start-services.ts',
  globalTeardown: '<rootDir>/test/support/jest/stop-services.ts',
  restoreMocks: true,
  // Some machines that run this are busy with much else; nothing here waits on purpose.
  testTimeout: 120_000,

  // One file alone runs in Jest's own process, which is faster; others in workers, also while Jest watches: its own process would
  // keep sources that change. A worker that holds too much is replaced. Some tests wait for other processes: one more than
  // there are cores has something to do meanwhile.
  maxWorkers: cpus().length + 1,
  // A worker that still has something open is told of then; after the usual half a second, so is one that had no turn on a busy machine.
  workerGracefulExitTimeout: 10_000,
  ...(isOneFile ? {} : { workerIdleMemoryLimit: '1GB' }),

  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],

  reporters: ['default', '<rootDir>/test/support/jest/plain-summary.reporter.js'],
};
