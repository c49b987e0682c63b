import { fitInteger, fitText } from '../../engine/faking/fit-limits.ts';
import type { Draw, Generators } from '../../engine/faking/generator.ts';
import { companyGenerators } from './company-generators.ts';
import { REMARKS } from './remarks.ts';
import { vehicleGenerators } from './vehicle-generators.ts';

type Faker = Draw['faker'];

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const prefixedId = (prefix: string, faker: Faker): string => prefix + faker.string.fromCharacters(CROCKFORD, 26);

/** Purchase prices of used cars, in whole hundreds of euros: from an old small car to a late executive one. */
const drawPrice = (faker: Faker): number => faker.number.int({ min: 45, max: 850 }) * 100_00;

/** Papers are numbered through the year. */
const yearOf = (draw: Draw): string => String(new Date(draw.today).getUTCFullYear());

const FILES = ['bank-transfer', 'cmr', 'delivery-declaration', 'invoice', 'pickup-declaration', 'register-extract'];

const drawSecret = (faker: Faker): string =>
  Buffer.from(Array.from({ length: 32 }, () => faker.number.int({ max: 255 }))).toString('base64');

/** What this trade adds to the common generators, and what it knows better. */
export const vatGenerators: Generators = {
  ...companyGenerators,
  ...vehicleGenerators,

  'amount-cents': ({ faker }, limits) => fitInteger(drawPrice(faker), limits),
  currency: () => 'EUR',

  'external-order-id': (draw) => `ORD-${yearOf(draw)}-${draw.faker.string.numeric(6)}`,
  'invoice-number': (draw) => `INV-${yearOf(draw)}-${draw.faker.string.numeric(5)}`,
  'payment-reference': (draw) => `TRF-${yearOf(draw)}-${draw.faker.string.numeric(8)}`,
  'file-name': ({ faker }) => `${faker.helpers.arrayElement(FILES)}-${faker.string.numeric(6)}.pdf`,
  sentence: ({ faker }, limits) =>
    fitText(faker.helpers.arrayElement(REMARKS), limits, () => faker.helpers.arrayElement(REMARKS)),

  'webhook-id': ({ faker }) => prefixedId('wh_', faker),
  'delivery-id': ({ faker }) => prefixedId('del_', faker),
  'event-id': ({ faker }) => prefixedId('evt_', faker),
  'webhook-secret': ({ faker }) => `whsec_${drawSecret(faker)}`,
  // The token ends the address, as in the real ones; the host is one where nobody answers.
  'self-service-url': ({ faker }) => `https://portal.example.com/v1/self-service/${prefixedId('demo.', faker)}`,
  'document-download-path': ({ faker }) => `/v1/documents/${faker.string.uuid()}/download`,
};
