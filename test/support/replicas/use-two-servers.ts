import { afterEach } from '@jest/globals';
import { createMock } from '../../../src/composition/create-mock.ts';
import type { Mock } from '../../../src/composition/mock.ts';
import type { TestDatabase } from '../postgres/describe-postgres.ts';

/** Starts two servers on a schema of their own; they end with the test. */
export const useTwoServers = ({ freshUrl }: Pick<TestDatabase, 'freshUrl'>): (() => Promise<readonly [Mock, Mock]>) => {
  const mocks: Mock[] = [];
  afterEach(async () => {
    for (const mock of mocks.splice(0)) await mock.close();
  });
  return async () => {
    const databaseUrl = freshUrl();
    const start = async (): Promise<Mock> => {
      const mock = await createMock({ databaseUrl });
      mocks.push(mock);
      return mock;
    };
    return [await start(), await start()];
  };
};
