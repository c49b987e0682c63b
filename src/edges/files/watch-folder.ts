import { watch } from 'node:fs';
import type { After } from '../../kernel/timers.ts';

/** Debounce in milliseconds: an editor writes a file in several steps, and several files at once. */
const SETTLED = 100;

/** Calls `changed` after files of a folder have changed, until `close`; `failed` if the folder cannot be watched. */
export const watchFolder = (
  folder: string | undefined,
  {
    after,
    changed,
    failed,
  }: { readonly after: After; readonly changed: () => void; readonly failed: (error: unknown) => void },
): { readonly close: () => void } => {
  let pending: { readonly cancel: () => void } | undefined;
  const watcher =
    folder === undefined
      ? undefined
      : watch(folder, { recursive: true, persistent: false }, () => {
          pending?.cancel();
          pending = after(SETTLED, changed);
        });
  watcher?.on('error', failed);
  return {
    close: () => {
      pending?.cancel();
      watcher?.close();
    },
  };
};
