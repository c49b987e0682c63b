import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';

/**
 * The token of a public link is `<sandbox>.<26 characters>`: whoever opens the link brings no access token, and still
 * has to find the sandbox that it leads to.
 */
export const toLinkToken = (sandbox: string, secret: string): string => `${sandbox}.${secret}`;

/** The sandbox that a link leads to; undefined for what cannot be a link. */
export const sandboxOfLink = (token: string | undefined): string | undefined => {
  const end = token?.lastIndexOf('.') ?? -1;
  return end > 0 ? token?.slice(0, end) : undefined;
};

/** What a sandbox finds the link by: its own name is not part of it, so that a copy of a sandbox has links of its own. */
export const secretOfLink = (token: string): string => token.slice(token.lastIndexOf('.') + 1);

/** Where a link leads, as whoever asks for it addresses this server. */
export interface LinkPlace {
  readonly origin: string;
  readonly sandbox: { readonly id: string };
}

/** "The url ends in the token": where the public operations of this server are. Assumption: invitation-shape. */
export const toLinkUrl = ({ origin, sandbox }: LinkPlace, secret: string): string =>
  `${origin}/v1/self-service/${toLinkToken(sandbox.id, secret)}`;

/** Draws the part of a token that nobody may guess, from the chance that the sandbox offers or from a better one. */
export type DrawLinkSecret = (random: Random) => string;

/** The same links in every run with the same seed: right where everybody is trusted, and guessable where not. */
export const drawSeededSecret: DrawLinkSecret = (random) => drawPrefixedId('', random);
