/** The identity provider's addresses, as Keycloak lays them out. Relative to the origin that a client uses. */
export const REALM = 'integration';
export const REALMS_PATH = '/auth/realms';

const PROTOCOL = `${REALMS_PATH}/${REALM}/protocol/openid-connect`;

export const ISSUER_PATH = `${REALMS_PATH}/${REALM}`;
export const TOKEN_PATH = `${PROTOCOL}/token`;
export const CERTS_PATH = `${PROTOCOL}/certs`;
export const DISCOVERY_PATH = `${ISSUER_PATH}/.well-known/openid-configuration`;
