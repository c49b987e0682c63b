import { hash } from 'node:crypto';
import { watch } from 'node:fs';
import path from 'node:path';
import { type Config, filesIn } from '../../config/config.ts';
import { after } from '../../edges/system/time.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { ContractError } from '../../engine/contract/diagnostic.ts';
import { loadContract } from '../../engine/validation/load-contract.ts';
import { formatFault } from '../../kernel/user-errors.ts';
import { stringifyJson } from '../../kernel/json.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Timer } from '../../kernel/timers.ts';

/** Debounce in milliseconds: an editor writes a file in several steps. */
const SETTLED = 100;

/** Also behaviours, which may not fit a description yet. */
const WATCHED = /\.(?:json|ya?ml|m?[jt]s)$/i;

const digest = ({ document }: Pick<Contract, 'document'>): string => hash('sha256', stringifyJson(document));

/**
 * Watches the folders of descriptions and overlays. While what they hold cannot be served, one line says why, and the
 * former description stays in use. Other files there, such as those of `--data`, change nothing.
 */
export const watchDescription = (
  contract: Pick<Contract, 'document' | 'described'>,
  config: Config,
  { complain }: Terminal,
) => {
  const overlays = filesIn(config.overlay);
  let change = Promise.withResolvers<undefined>();
  let known = digest(contract);
  let told: string | undefined;
  let pending: Timer | undefined;
  let isTouched = false;
  const look = async (): Promise<void> => {
    try {
      const found = digest(await loadContract(filesIn(config.spec), { trusted: false, overlays }));
      told = undefined;
      if (found !== known) change.resolve(undefined);
      known = found;
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      const said = `${formatFault(error)}; the former description stays in use`;
      // Once, if an editor saves the file twice.
      if (said !== told) complain(`vatmock: ${said}`);
      told = said;
    }
  };
  const folders = new Set(
    [...contract.described.map(({ file }) => file), ...overlays].map((file) => path.dirname(path.resolve(file))),
  );
  const watchers = [...folders].map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name !== null && !WATCHED.test(name)) return;
      isTouched = true;
      pending?.cancel();
      pending = after(SETTLED, () => void look());
    }),
  );
  return {
    /** Resolves when the description is another one that can be served. */
    changed: async (): Promise<undefined> => {
      await change.promise;
      change = Promise.withResolvers();
      isTouched = false;
      return undefined;
    },
    /** The next change of any file is one, or that since the last one. */
    retry: (): void => {
      known = '';
      if (isTouched) void look();
    },
    close: (): void => {
      pending?.cancel();
      for (const watcher of watchers) watcher.close();
    },
  };
};
