import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { type VisitorLink, stateOf } from './visitor-link.ts';

interface ShowLinkParts {
  readonly exists: (sandbox: string) => boolean;
  readonly clock: Pick<Clock, 'now'>;
}

/** A link as the operator sees it, without its digest. */
export type ShownLink = ReturnType<ReturnType<typeof showLink>>;

export const showLink =
  ({ exists, clock }: ShowLinkParts) =>
  (link: VisitorLink) => {
    const { id, name, note, start, uses, copies, permission, createdAt, expiresAt, revokedAt, useCount } = link;
    return {
      ...{ id, name, note, start, uses, copies, permission },
      state: stateOf(link, clock.now()),
      createdAt: toIsoDateTime(createdAt),
      expiresAt: toIsoDateTime(expiresAt),
      revokedAt: revokedAt === undefined ? null : toIsoDateTime(revokedAt),
      useCount,
      lastUsedAt: link.lastUsedAt === undefined ? null : toIsoDateTime(link.lastUsedAt),
      sandboxes: link.sandboxes.filter(exists),
    };
  };
