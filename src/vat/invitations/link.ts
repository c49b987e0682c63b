import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';

/**
 * The token of a public link is `<sandbox>.<26 characters>`: its user has no access token, so it must identify the
 * sandbox.
 */
export const toLinkToken = (sandbox: string, secret: string): string => `${sandbox}.${secret}`;

/** The sandbox of a link; undefined if the token is malformed. */
export const sandboxOfLink = (token: string | undefined): string | undefined => {
  const end = token?.lastIndexOf('.') ?? -1;
  return end > 0 ? token?.slice(0, end) : undefined;
};

/** The key of a link in its sandbox: excludes the sandbox name, so that a copy of a sandbox has its own links. */
export const secretOfLink = (token: string): string => token.slice(token.lastIndexOf('.') + 1);

/** Base of a link, by the address of the request. */
export interface LinkBase {
  readonly origin: string;
  readonly sandbox: { readonly id: string };
}

/** "The url ends in the token": below the public operations of this server. Assumption: invitation-shape. */
export const toLinkUrl = ({ origin, sandbox }: LinkBase, secret: string): string =>
  `${origin}/v1/self-service/${toLinkToken(sandbox.id, secret)}`;

/** Generates the unguessable part of a token, from the sandbox's random source or from a secure one. */
export type DrawLinkSecret = (random: Random) => string;

/** The same links in every run with the same seed: for local mode only, since they are guessable. */
export const drawSeededSecret: DrawLinkSecret = (random) => drawPrefixedId('', random);
