import type { Caller } from '../../../src/engine/ports/ports.ts';

/** Somebody of an organization of this tier. */
export const callerOf = (rateLimitTier: string, uuid = rateLimitTier): Caller => ({
  clientId: 'client',
  organization: {
    uuid,
    sandbox: 'demo',
    rateLimitTier,
    dpaAccepted: true,
    capabilities: {},
    sellers: [],
    administratorEmail: 'admin@example.com',
  },
});
