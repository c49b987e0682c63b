import { toIsoDateTime } from '../../kernel/clock.ts';
import type { VisitorLink } from './visitor-link.ts';

/** What a visitor may know of a link before using it. */
export interface Invitation extends Pick<VisitorLink, 'name' | 'uses' | 'copies' | 'permission'> {
  readonly start: 'fixtures' | 'snapshot' | 'sandbox' | { readonly persona: string } | { readonly storyboard: string };
  readonly expiresAt: string;
}

/** Names of sandboxes and snapshots are the operator's. */
const startOf = ({ start }: VisitorLink): Invitation['start'] => {
  if (typeof start === 'string' || 'persona' in start || 'storyboard' in start) return start;
  return 'sandbox' in start ? 'sandbox' : 'snapshot';
};

export const toInvitation = (link: VisitorLink): Invitation => {
  const { name, uses, copies, permission, expiresAt } = link;
  return { name, uses, copies, permission, start: startOf(link), expiresAt: toIsoDateTime(expiresAt) };
};
