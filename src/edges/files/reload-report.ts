import type { Observer } from '../../engine/ports/ports.ts';
import { FileError, formatFault } from '../../kernel/file-error.ts';

/** Logs one line when a file becomes invalid, and another when all are valid again. */
export const createReloadReport = (
  { noticed, failed }: Pick<Observer, 'noticed' | 'failed'>,
  files: 'scenarios' | 'storyboards',
) => {
  let told: string | undefined;
  return (error: unknown): void => {
    if (error === undefined) {
      if (told !== undefined) noticed({ level: 'info', message: `${files}: reloaded; all files are valid again` });
      told = undefined;
      return;
    }
    if (!(error instanceof FileError)) {
      failed(error, '');
      return;
    }
    const message = formatReport(error, files);
    // Logs only once if an editor saves the file twice.
    if (message !== told) noticed({ level: 'warn', message });
    told = message;
  };
};

const formatReport = ({ faults }: FileError, files: string): string => {
  const [first] = faults;
  if (first === undefined) return `${files}: invalid; the last valid ones stay in use`;
  const more = faults.length === 1 ? '' : ` (and ${String(faults.length - 1)} more: vatmock validate lists them)`;
  return `${files}: ${formatFault(first).replace(/\.$/, '')}${more}; the last valid ones stay in use`;
};
