import type { SigningKeyControl } from '../../../control/signing-keys.ts';
import type { VerifyingKey } from '../../../identity/key-ring.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** Lists the keys that access tokens are signed with, and replaces the one that signs. */
export const controlSigningKeys = (keys: SigningKeyControl) =>
  defineBehaviours({
    listSigningKeys: async () => ok({ data: (await keys.list()).map(toShown) }),
    rotateSigningKeys: async ({ body: { window } = {} }) => ok({ data: (await keys.rotate(window)).map(toShown) }),
  });

const toShown = ({ kid, endsAt }: VerifyingKey) => ({
  kid,
  signs: endsAt === Infinity,
  endsAt: endsAt === Infinity ? null : toIsoDateTime(endsAt),
});
