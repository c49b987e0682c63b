import type { ManagedSandboxes } from '../control/sandboxes/managed-sandboxes.ts';
import type { Director } from '../control/show/director.ts';
import { createSignUps } from '../control/visitors/sign-ups.ts';
import { createVisitorLinks } from '../control/visitors/visitor-links.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import type { ServerParts } from './parts.ts';

export type Visitors = ReturnType<typeof openVisitors>;

/** The ways by which visitors come: links, and signing up. */
export const openVisitors = (
  { config, address, clock, random, known: { clients }, persistence, storyboards, consoleAccess }: ServerParts,
  { sandboxes, director }: { readonly sandboxes: ManagedSandboxes; readonly director: Director },
) => {
  const { store, counters, created, snapshots, organizationClients } = persistence;
  return {
    visitorLinks: createVisitorLinks({
      store,
      clients,
      sandboxes,
      snapshots,
      sandboxesOf: created.ofLink,
      storyboards: {
        // Those of files, which all sandboxes have.
        names: async () => [...(await storyboards.load()).keys()],
        begin: async (owner, name) => {
          // What the show keeps in memory is committed with the sandbox that the exchange has entered.
          await persistence.sandboxes.of(owner);
          await director.play(owner, { storyboard: name }, address.url());
        },
      },
      endAccess: (organization, clientId) =>
        organizationClients.rotateSecret(organization, clientId, { window: 'PT0S', endTokens: true }),
      sessions: consoleAccess?.sessions,
      perHourAndAddress: config.visitsPerAddress,
      counters,
      clock,
      random: random.split('visitor-links'),
      secretRandom: secureRandom,
    }),
    signUps: createSignUps({
      isOpen: config.signup === 'open',
      sandboxes,
      counters,
      perHour: config.signUpsPerHour,
      perHourAndAddress: config.signUpsPerAddress,
    }),
  };
};
