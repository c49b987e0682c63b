import type { VisitorLinks } from '../../../control/visitors/visitor-links.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';
import { readWanted, toListOutcome } from '../parameters/list-page.ts';

/** Creates, lists, extends and revokes visitor links. `pagePath` is that of the page that opens them. */
export const visitorLinkBehaviours = (links: VisitorLinks, pagePath: string) =>
  defineBehaviours({
    createVisitorLink: async ({ body, origin }) => {
      const { link, secret } = await links.create(body);
      return {
        status: 201,
        headers: { ...NOT_STORED, location: `${origin}/__admin/visitor-links/${link.id}` },
        body: { ...link, url: `${origin}${pagePath}#${secret}` },
      };
    },
    listVisitorLinks: async ({ query }) => {
      const wanted = readWanted(query);
      const { data, total } = await links.list(wanted.page, wanted.limit);
      return toListOutcome(data, wanted, total);
    },
    getVisitorLink: async ({ path: { id } }) => ok(await links.show(id)),
    extendVisitorLink: async ({ path: { id }, body: { expiresIn } }) => ok(await links.extend(id, expiresIn)),
    revokeVisitorLink: async ({ path: { id } }) => {
      await links.revoke(id);
      return NO_CONTENT;
    },
  });
