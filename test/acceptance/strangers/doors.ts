/** One path of everything that the server has, with a method that it takes. */
export const DOORS = [
  ['GET', '/'],
  ['GET', '/openapi.yaml'],
  ['GET', '/asyncapi.json'],
  ['GET', '/problems'],
  ['GET', '/v1/me'],
  ['POST', '/v1/webhooks'],
  ['GET', '/v1/self-service/anything'],
  ['POST', '/v1/self-service/anything'],
  ['POST', '/auth/realms/X/protocol/openid-connect/token'],
  ['GET', '/auth/realms/X/protocol/openid-connect/certs'],
  ['GET', '/__admin'],
  ['GET', '/__admin/health'],
  ['GET', '/__admin/state'],
  ['POST', '/__admin/reset'],
  ['DELETE', '/__admin/requests'],
  ['POST', '/__inbox/shop'],
  ['PATCH', '/nowhere'],
] as const;

export const WRITES = DOORS.filter(([method]) => method !== 'GET');
