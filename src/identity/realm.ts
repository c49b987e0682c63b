/** URL paths of the identity provider, in Keycloak's layout. Relative to the origin that a client uses. */
export const REALM = 'integration';
export const REALMS_PATH = '/auth/realms';

/** Matches a token URL of the identity provider in any realm; the group is the realm. */
export const ANY_TOKEN_PATH = /^\/auth\/realms\/([\w-]{1,64})\/protocol\/openid-connect\/token$/;

export const issuerPathOf = (realm: string): string => `${REALMS_PATH}/${realm}`;

const PROTOCOL = `${REALMS_PATH}/${REALM}/protocol/openid-connect`;

export const ISSUER_PATH = `${REALMS_PATH}/${REALM}`;
export const TOKEN_PATH = `${PROTOCOL}/token`;
export const CERTS_PATH = `${PROTOCOL}/certs`;
export const DISCOVERY_PATH = `${ISSUER_PATH}/.well-known/openid-configuration`;
