import type { CallerOrganization } from '../../engine/ports/ports.ts';
import { problem } from '../policy/problem.ts';

/** Checks that the record in the path belongs to a seller of the caller's organization. Throws 403. */
export const checkAuthorized = (organization: CallerOrganization | undefined, seller: string, what: string): void => {
  if (organization?.sellers.some(({ uuid }) => uuid === seller) === true) return;
  throw problem('forbidden', {
    detail: `The ${what} belongs to seller ${seller}, which is not an authorized partner of your organization.`,
  });
};
