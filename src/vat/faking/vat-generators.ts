import { drawDigits, drawFrom } from '../../engine/faking/generators/draw-from.ts';
import { fitInteger, fitText } from '../../engine/faking/generators/fit-limits.ts';
import { type Draw, type Generators, HINTS } from '../../engine/faking/generators/generator.ts';
import { type NameHints, withCommonHints } from '../../engine/faking/generators/name-tables.ts';
import { drawPrefixedId, drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { toDownloadPath } from '../api/download-path.ts';
import { companyGenerators } from './company-generators.ts';
import { vehicleGenerators } from './vehicle-generators.ts';

/** Property names that identify values of this domain. */
export const VAT_HINTS: NameHints = withCommonHints({
  names: {
    vin: 'vin vinnumber vehicleidentificationnumber',
    'vat-number': 'vatnumber vatid vatno vatregistrationnumber',
    'vehicle-brand': 'vehiclebrand vehiclemake carbrand carmake',
    'vehicle-model': 'vehiclemodel carmodel',
    'invoice-number': 'invoicenumber',
  },
  wholeNames: { 'vehicle-brand': 'make brand' },
  lengths: { vin: [17, 17], 'vat-number': [11, 14], 'invoice-number': [9, 20] },
});

/** Purchase prices of used cars in cents, whole hundreds of euros: from an old small car to a late executive one. */
const drawPrice = (random: Random): number => random.integer(45, 850) * 100_00;

/** Document numbers contain the year. */
const yearOf = (draw: Draw): string => String(new Date(draw.today).getUTCFullYear());

const FILES = ['bank-transfer', 'cmr', 'delivery-declaration', 'invoice', 'pickup-declaration', 'register-extract'];

const drawSecret = (random: Random): string =>
  Buffer.from(Array.from({ length: 32 }, () => random.integer(0, 255))).toString('base64');

/** Generators specific to this domain, and replacements for common ones. */
export const vatGenerators: Generators = {
  [HINTS]: VAT_HINTS,
  ...companyGenerators,
  ...vehicleGenerators,

  'amount-cents': ({ random }, limits) => fitInteger(drawPrice(random), limits),
  currency: () => 'EUR',

  'external-order-id': (draw) => `ORD-${yearOf(draw)}-${drawDigits(6, draw.random)}`,
  'invoice-number': (draw) => `INV-${yearOf(draw)}-${drawDigits(5, draw.random)}`,
  'payment-reference': (draw) => `TRF-${yearOf(draw)}-${drawDigits(8, draw.random)}`,
  'file-name': ({ random }) => `${drawFrom(FILES, random)}-${drawDigits(6, random)}.pdf`,
  sentence: ({ random }, limits) => fitText(drawFrom(REMARKS, random), limits, () => drawFrom(REMARKS, random)),

  'webhook-id': ({ random }) => drawPrefixedId('wh_', random),
  'delivery-id': ({ random }) => drawPrefixedId('del_', random),
  'event-id': ({ random }) => drawPrefixedId('evt_', random),
  'webhook-secret': ({ random }) => `whsec_${drawSecret(random)}`,
  // The token ends the URL, as in real ones; the host serves nothing.
  'self-service-url': ({ random }) => `https://portal.example.com/v1/self-service/${drawPrefixedId('demo.', random)}`,
  'document-download-path': ({ random }) => toDownloadPath(drawUuid(random), ''),
};

/** Texts for any reason, comment or finding, so each must make sense anywhere in the workflow. */
export const REMARKS: readonly string[] = [
  'Carrier has not yet returned the signed CMR.',
  'Consignee signature is missing on the CMR.',
  'Delivery declaration does not name the place of arrival.',
  'Final invoice does not match the agreed purchase amount.',
  'Buyer asked for another transport date.',
  'Payment reference does not name the order.',
  'VIES did not confirm the VAT number of the buyer.',
  'Vehicle identification number differs between invoice and CMR.',
  'Uploaded document is not readable.',
  'Company register extract is older than three months.',
];
