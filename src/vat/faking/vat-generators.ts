import { drawDigits, drawFrom } from '../../engine/faking/generators/draw-from.ts';
import { fitInteger, fitText } from '../../engine/faking/generators/fit-limits.ts';
import { type Draw, type Generators, HINTS } from '../../engine/faking/generators/generator.ts';
import { drawPrefixedId, drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { toDownloadPath } from '../api/download-path.ts';
import { companyGenerators } from './company-generators.ts';
import { REMARKS } from './remarks.ts';
import { VAT_HINTS } from './vat-hints.ts';
import { vehicleGenerators } from './vehicle-generators.ts';

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
