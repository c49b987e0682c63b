import type { SharedAccess } from './shared-access.ts';

/** Works with a sandbox locked: by the exchange in progress, or by one of its own. */
export const holdSandbox = <T>(
  shared: Pick<SharedAccess, 'hold' | 'enter'>,
  sandbox: string,
  work: () => Promise<T>,
): Promise<T> =>
  shared.hold(async () => {
    await shared.enter(sandbox);
    return work();
  });
