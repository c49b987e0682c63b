import type { StartedMock } from './start-mock.ts';

/** Uploads a scenario, written as data, into the demo's sandbox, and activates it. */
export const playScenario = async ({ mock }: StartedMock, scenario: object): Promise<string> => {
  const scenarios = await mock.scenarios();
  const { name } = await scenarios.add(JSON.stringify({ scenario: 'played', ...scenario }));
  await scenarios.activate(name);
  return name;
};

/** Activates a ready scenario in the demo's sandbox. */
export const activate = async ({ mock }: StartedMock, name: string): Promise<void> => {
  await (await mock.scenarios()).activate(name);
};

/** What a client is told when there is no answer. */
export interface Failure {
  readonly code: string | undefined;
  readonly message: string;
}

export const failureOf = async (call: Promise<unknown>): Promise<Failure> => {
  try {
    await call;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { code, message };
  }
  throw new Error('there was an answer');
};
