import { expect, test } from '@jest/globals';
import NativeEnvironment from '../support/jest/native-environment.ts';

const VARIABLE = 'NATIVE_ENVIRONMENT_TEST';

/** What a worker does with a test file. */
const runFile = async (run: () => void): Promise<void> => {
  const { console } = globalThis;
  const environment = new NativeEnvironment(undefined, { console });
  await environment.setup();
  run();
  environment.handleTestEvent({ name: 'run_finish' });
  await environment.teardown().finally(() => {
    globalThis.console = console;
  });
};

test('a test file that leaves everything as it was passes', async () => {
  await expect(runFile(() => undefined)).resolves.toBeUndefined();
});

test.each([
  ['a global', 'globalThis.structuredClone', () => (globalThis.structuredClone = ((value: unknown) => value) as never)],
  ['a method of the system', 'Date.now', () => (Date.now = () => 0)],
  ['an environment variable', `process.env.${VARIABLE}`, () => (process.env[VARIABLE] = 'set')],
  ['a listener', 'listeners of process for SIGUSR2', () => process.on('SIGUSR2', () => undefined)],
])('one that changes %s fails, and names it', async (_what, name, change) => {
  const { structuredClone } = globalThis;
  const { now } = Date;
  try {
    await expect(runFile(() => void change())).rejects.toThrow(`The test file changed what other files share: ${name}`);
  } finally {
    globalThis.structuredClone = structuredClone;
    Date.now = now;
    Reflect.deleteProperty(process.env, VARIABLE);
    process.removeAllListeners('SIGUSR2');
  }
});
