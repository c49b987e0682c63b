import type { Observer } from '../../engine/ports/ports.ts';
import { FileError, formatFault } from '../../kernel/file-error.ts';

/** Logs one line when a scenario file becomes invalid, and another when all are valid again. */
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
    const message = formatReport(error);
    // Logs only once if an editor saves the file twice.
    if (message !== told) noticed({ level: 'warn', message });
    told = message;
  };
};

const formatReport = ({ faults }: FileError): string => {
  const [first] = faults;
  if (first === undefined) return 'scenarios: invalid; the last valid ones stay in use';
  const more = faults.length === 1 ? '' : ` (and ${String(faults.length - 1)} more: vatmock validate lists them)`;
  return `scenarios: ${formatFault(first).replace(/\.$/, '')}${more}; the last valid ones stay in use`;
};
