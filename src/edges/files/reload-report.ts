import type { Observer } from '../../engine/ports/ports.ts';
import { FileError, formatFault } from './file-error.ts';

/** Tells whoever edits scenarios, in a line, that a file is broken, and in another that all are good again. */
export const createReloadReport = ({ noticed, failed }: Pick<Observer, 'noticed' | 'failed'>) => {
  let told: string | undefined;
  return (error: unknown): void => {
    if (error === undefined) {
      if (told !== undefined) noticed({ level: 'info', message: 'scenarios: reloaded; all files are valid again' });
      told = undefined;
      return;
    }
    if (!(error instanceof FileError)) {
      failed(error, '');
      return;
    }
    const message = tell(error);
    // An editor that saves twice is told once.
    if (message !== told) noticed({ level: 'warn', message });
    told = message;
  };
};

const tell = ({ faults }: FileError): string => {
  const [first] = faults;
  if (first === undefined) return 'scenarios: invalid; the last valid ones stay in use';
  const more = faults.length === 1 ? '' : ` (and ${String(faults.length - 1)} more: vatmock validate lists them)`;
  return `scenarios: ${formatFault(first).replace(/\.$/, '')}${more}; the last valid ones stay in use`;
};
