import type { VisitorStart } from '../../../src/generated/control-schemas.ts';

/** What a visitor's sandbox begins with. */
export const describeStart = (start: VisitorStart): string => {
  if (start === 'fixtures') return 'initial data';
  if ('persona' in start) return `persona ${start.persona}`;
  if ('storyboard' in start) return `storyboard ${start.storyboard}`;
  if ('sandbox' in start) return `sandbox ${start.sandbox}, as it is`;
  return `snapshot ${start.snapshot.snapshot} of ${start.snapshot.sandbox}`;
};
