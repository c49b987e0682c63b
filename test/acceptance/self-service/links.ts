import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { succeed } from '../../support/workflow.ts';

/** The client without limits, and its two sellers. */
export const AS = 'api-client-enterprise';
export const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
export const OTHER_SELLER = '5945880a-e06f-4476-9b07-ec8b87054c8d';
export const PROSPECTS = `/partners/${SELLER}/prospects`;

export const DAY = 86_400_000;

export const claire = {
  type: 'COMPANY',
  companyName: 'Garage Moreau SARL',
  firstName: 'Claire',
  lastName: 'Moreau',
  email: 'claire@garage-moreau.example',
};

export const lucia = {
  type: 'CONSUMER',
  firstName: 'Lucía',
  lastName: 'Rivera',
  email: 'lucia.rivera@correo.example',
};

export const kycData = {
  companyName: 'Autohandel Kowalski Sp. z o.o.',
  registrationNumber: '0000548217',
  address: { street: 'ul. Głogowska 112', postCode: '60-243', city: 'Poznań', country: 'PL' },
  representative: {
    firstName: 'Marek',
    lastName: 'Kowalski',
    email: 'marek@autohandel-kowalski.example',
    phone: '+48 61 555 01 12',
  },
};

export interface Link {
  readonly uuid: string;
  readonly url: string;
  readonly token: string;
}

/** Makes links as a partner, and opens and uses them as somebody who has nothing but the link. */
export interface Links {
  readonly invite: (body?: object, path?: string) => Promise<ApiAnswer>;
  readonly inviteBuyer: (buyerUuid: string, body?: object) => Promise<ApiAnswer>;
  readonly open: (url: string) => Promise<ApiAnswer>;
  readonly submitProspect: (url: string, body: object) => Promise<ApiAnswer>;
  readonly submitKyc: (url: string, body: object) => Promise<ApiAnswer>;
}

/** The public: no token, no Idempotency-Key. */
const PUBLIC = { as: null, headers: { 'idempotency-key': undefined } };

export const createLinks = (api: ApiClient, as = AS): Links => ({
  invite: (body, path = PROSPECTS) => api.post(`${path}/self-service-invitations`, body, { as }),
  inviteBuyer: (buyerUuid, body) => api.post(`/buyers/${buyerUuid}/kyc/self-service-invitations`, body, { as }),
  open: (url) => api.get(url, PUBLIC),
  submitProspect: (url, body) => api.post(`${url}/prospect`, body, PUBLIC),
  submitKyc: (url, body) => api.post(`${url}/kyc`, body, PUBLIC),
});

export const linkOf = (answer: ApiAnswer): Link => {
  const { uuid, url } = succeed(answer).body as { readonly uuid: string; readonly url: string };
  return { uuid, url, token: url.slice(url.lastIndexOf('/') + 1) };
};

/** The request path of a link, as problems show it. */
export const pathOf = (url: string): string => new URL(url).pathname;
