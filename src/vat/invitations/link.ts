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
