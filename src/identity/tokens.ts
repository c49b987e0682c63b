import type { CryptoKey, JWK, JWTPayload } from 'jose';
// Imports single modules: the whole library takes twice as long to load, at every start.
import * as errors from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { TokenTrace } from '../engine/journal/journal-entry.ts';
import { createBoundedCache } from '../kernel/caches.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Organization } from './organization.ts';
import { drawUuid } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { Membership } from './client-directory.ts';
import type { KeyRing } from './key-ring.ts';
import { ISSUER_PATH, REALM, issuerPathOf } from './realm.ts';
import { ALGORITHM } from './signing-keys.ts';

/** "expires_in (seconds; typically 300)". */
export const TOKEN_LIFETIME = 300;

const AUDIENCE = 'stub';

/** Maximum cached tokens with a verified signature; a verification costs more than the rest of a GET. */
const REMEMBERED = 10_000;

export type Tokens = ReturnType<typeof createTokens>;

export type TokenVerdict = { readonly clientId: string } | { readonly refusal: string };

interface Known {
  readonly token: string;
  readonly clientId: string;
  readonly organization: string;
  /** Milliseconds since the epoch, on the clock of the organization's sandbox. */
  readonly expiresAt: number;
  /** What is wrong with it from then on. */
  readonly ended: string;
  /** When the key that signed it ends, in wall time. */
  readonly keyEndsAt: number;
  /** Undefined for one whose use says nothing about a client. */
  readonly issuedAt: TokenTrace['grantedAt'] | undefined;
}

/**
 * The clocks of a token: its claims are in wall time, which a client compares with its own clock, while it expires by
 * the clock of the sandbox, so that moving that clock expires tokens.
 */
export interface TokenClocks {
  readonly wall: Clock;
  /** Loads the sandbox of an organization and returns its clock. */
  readonly prepare: (organization: Organization) => Promise<Clock>;
  /** The same by UUID, for a calling organization; undefined if its sandbox is not loaded. */
  readonly of: (organization: string) => Pick<Clock, 'now'> | undefined;
  /** Loads the sandbox of a client's organization; undefined where only this process sets its clock. */
  readonly refresh?: ((clientId: string) => Promise<void>) | undefined;
}

/** Claim: issue time on the sandbox clock, in milliseconds since the epoch. */
const SANDBOX_TIME = 'sandbox_time';

/** Claim: number of the client secret; absent for the first. */
const SECRET_NUMBER = 'secret_number';

/** Claim: true in a token that is not observed; absent in others. */
const UNOBSERVED = 'unobserved';

/** Issues and verifies access tokens. */
export const createTokens = (
  clocks: TokenClocks,
  random: Random,
  keys: KeyRing,
  tokenEndOf: (clientId: string, secretNumber: number) => number = () => Infinity,
) => {
  const ids = random.split('token-ids');
  const known = createBoundedCache<Known>(REMEMBERED);
  /** Of tokens that another server judges. */
  const passed = createBoundedCache<Pick<Known, 'token' | 'clientId' | 'keyEndsAt'>>(REMEMBERED);
  keys.onChange(() => {
    known.clear();
    passed.clear();
  });

  const checkSignature = async (token: string): Promise<TokenVerdict> => {
    try {
      const { payload, keyEndsAt } = await readPayload(token);
      if (!isOurIssuer(payload.iss)) return { refusal: foreignRealm(payload.iss) };
      const clientId = String(payload['azp']);
      await clocks.refresh?.(clientId);
      const end = tokenEndOf(clientId, Number(payload[SECRET_NUMBER] ?? 0));
      const expiry = expiryOf(payload);
      known.set(endOf(token), {
        token,
        clientId,
        organization: payload.sub ?? '',
        expiresAt: Math.min(end, expiry),
        ended: end < expiry ? REPLACED : EXPIRED,
        keyEndsAt,
        issuedAt: payload[UNOBSERVED] === true ? undefined : issueTimesOf(payload),
      });
      return recall(token) ?? { clientId };
    } catch (error) {
      return { refusal: explain(error) };
    }
  };

  /** The claims of a token with a good signature, and when its key ends. */
  const readPayload = async (token: string) => {
    const all = await keys.all();
    let keyEndsAt = Infinity;
    const keyOf = ({ kid }: { readonly kid?: string }): CryptoKey => {
      const key = all.find((each) => each.kid === kid);
      // The key of another server, whose pair may be the same.
      if (key === undefined) throw new errors.JWSSignatureVerificationFailed();
      keyEndsAt = key.endsAt;
      if (keyEndsAt <= clocks.wall.now()) throw new ReplacedKey();
      return key.publicKey;
    };
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        currentDate: new Date(clocks.wall.now()),
        requiredClaims: ['exp', 'iss', 'azp'],
      });
      return { payload, keyEndsAt };
    } catch (error) {
      // Expired in wall time; the sandbox clock may have been frozen.
      if (error instanceof errors.JWTExpired && typeof error.payload[SANDBOX_TIME] === 'number')
        return { payload: error.payload, keyEndsAt };
      throw error;
    }
  };

  const recall = (token: string): TokenVerdict | undefined => {
    const found = known.get(endOf(token));
    if (found?.token !== token) return undefined;
    if (found.keyEndsAt <= clocks.wall.now()) return { refusal: KEY_REPLACED };
    // Without the clock that other processes may have set, nothing can be said at once.
    const clock = clocks.of(found.organization) ?? (clocks.refresh === undefined ? clocks.wall : undefined);
    if (clock === undefined) return undefined;
    return clock.now() < found.expiresAt ? { clientId: found.clientId } : { refusal: found.ended };
  };

  return {
    /** A token of another realm is valid nowhere here. */
    issue: async (
      { client, organization }: Membership,
      origin: string,
      {
        realm = REALM,
        secretNumber = 0,
        isUnobserved = false,
      }: {
        readonly realm?: string | undefined;
        /** Number of the client secret that the token was issued for. */
        readonly secretNumber?: number;
        /** Not issued to a client, as that of a control call: its use says nothing about how the client gets its tokens. */
        readonly isUnobserved?: boolean;
      } = {},
    ): Promise<string> => {
      const { privateKey, kid } = await keys.signing();
      const sandboxTime = (await clocks.prepare(organization)).now();
      const issuedAt = Math.floor(clocks.wall.now() / 1000);
      return new SignJWT({
        typ: 'Bearer',
        azp: client.clientId,
        client_id: client.clientId,
        organization_uuid: organization.uuid,
        preferred_username: `service-account-${client.clientId}`,
        scope: '',
        [SANDBOX_TIME]: sandboxTime,
        ...(secretNumber === 0 ? {} : { [SECRET_NUMBER]: secretNumber }),
        ...(isUnobserved ? { [UNOBSERVED]: true } : {}),
        // Marks the token as the stub's, not the real service's.
        stub: true,
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
        .setIssuer(origin + issuerPathOf(realm))
        .setAudience(AUDIENCE)
        .setSubject(organization.uuid)
        .setJti(`trrtcc:${drawUuid(ids)}`)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFETIME)
        .sign(privateKey);
    },
    /** Forgets the verdicts on the tokens of a client. */
    forget: (clientId: string): void => {
      for (const [end, found] of known.entries()) if (found.clientId === clientId) known.delete(end);
    },
    /** The cached verdict on a token; undefined for a new one. */
    recall,
    /** When a token that was sent and has expired was issued, and to whom; undefined for any other. */
    expired: (token: string) => {
      const { clientId = '', issuedAt } = known.get(endOf(token)) ?? {};
      const { refusal } = { refusal: '', ...recall(token) };
      return issuedAt && refusal === EXPIRED ? { clientId, issuedAt } : undefined;
    },
    /** The client that a token was issued for, valid or expired; undefined if it is not ours. */
    clientOf: (token: string): string | undefined | Promise<string | undefined> => {
      const found = known.get(endOf(token)) ?? passed.get(endOf(token));
      if (found?.token === token && clocks.wall.now() < found.keyEndsAt) return found.clientId;
      if (token === '') return undefined;
      return readPayload(token).then(
        ({ payload, keyEndsAt }) => {
          const clientId = String(payload['azp']);
          passed.set(endOf(token), { token, clientId, keyEndsAt });
          return clientId;
        },
        () => undefined,
      );
    },
    /** The client id of a valid token, else the reason why it is invalid. */
    verify: (token: string): TokenVerdict | Promise<TokenVerdict> => {
      const found = known.get(endOf(token));
      const recalled = recall(token);
      if (recalled !== undefined || clocks.refresh === undefined || found?.token !== token)
        return recalled ?? checkSignature(token);
      return clocks.refresh(found.clientId).then(() => recall(token) ?? checkSignature(token));
    },
    jwks: async (): Promise<{ keys: JWK[] }> => {
      const now = clocks.wall.now();
      return { keys: (await keys.all()).filter(({ endsAt }) => now < endsAt).map(({ jwk }) => jwk) };
    },
  };
};

/** A token that was signed with a key whose window has ended. */
class ReplacedKey extends Error {}

const EXPIRED = 'The token has expired.';
const REPLACED = 'The token was issued with a client secret that has been replaced: request one with the new secret.';
const KEY_REPLACED = 'The token was signed with a key that has been replaced: request a new one.';

/** Cache key: the end of the signature, which is unique per token; hashing the whole token would read it twice. */
const endOf = (token: string): string => token.slice(-40);

/** A token without our claim expires in wall time. */
const expiryOf = ({ iat = 0, exp = 0, [SANDBOX_TIME]: sandboxTime }: JWTPayload): number =>
  typeof sandboxTime === 'number' ? sandboxTime + (exp - iat) * 1000 : exp * 1000;

const issueTimesOf = ({ iat = 0, [SANDBOX_TIME]: sandboxTime }: JWTPayload): TokenTrace['grantedAt'] => ({
  wall: iat * 1000,
  sandbox: typeof sandboxTime === 'number' ? sandboxTime : iat * 1000,
});

/**
 * Clients reach one stub under several names (localhost, 127.0.0.1, a container's), and each sees its own as issuer.
 * The signature proves that the token is ours; only the realm remains to be checked, which a public URL may place below
 * a path prefix.
 */
const isOurIssuer = (issuer: string | undefined): boolean =>
  issuer !== undefined && URL.canParse(issuer) && new URL(issuer).pathname.endsWith(ISSUER_PATH);

/** "Wrong realm in the token URL". Since the signature is ours, so is the issuer's text. */
const foreignRealm = (issuer: string | undefined): string => {
  const realm = /\/realms\/([\w-]+)$/.exec(issuer ?? '')?.[1];
  return `The token was issued by another realm${realm === undefined ? '' : ` (${realm})`}; the token URL must name ${REALM}.`;
};

const explain = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return EXPIRED;
  if (error instanceof ReplacedKey) return KEY_REPLACED;
  if (error instanceof errors.JWTClaimValidationFailed) return `The token's claim "${error.claim}" is invalid.`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The token was not signed by this server.';
  if (error instanceof errors.JOSEAlgNotAllowed) return `The token's algorithm is not ${ALGORITHM}.`;
  return 'The token is not a JWT that this server could have issued.';
};
