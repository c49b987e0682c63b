/** @type {import('jest').Config} */
export default {
  // As of node, but faster; leaves out what does not hold on the store of a run.
  testEnvironment: '<rootDir>/test/support/stores/store-environment.js',
  testSequencer: '<rootDir>/test/support/longest-first.sequencer.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  injectGlobals: false,
  // A PostgreSQL starts when the first test file asks for it.
  globalSetup: '<rootDir>/test/support/postgres/start-once.ts',
  globalTeardown: '<rootDir>/test/support/postgres/stop-all.ts',
  setupFiles: ['<rootDir>/test/support/one-realm.setup.js'],
  restoreMocks: true,
  // Half the machines that run this are busy with something else; nothing here waits on purpose.
  testTimeout: 30_000,

  // Each file leaves its modules behind in the process that ran it: a worker that holds too much is replaced.
  maxWorkers: '100%',
  workerIdleMemoryLimit: '1GB',

  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.transformer.js' },

  coverageProvider: 'v8',
  collectCoverageFrom: ['src/**/*.ts', '!src/generated/**'],

  // A handle left open holds up its author, who can look for it, but not an unattended run.
  forceExit: process.env['CI'] !== undefined,

  reporters: ['default', '<rootDir>/test/support/plain-summary.reporter.js'],
};
