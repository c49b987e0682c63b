import { type NameHints, withCommonHints } from '../../engine/faking/generators/name-tables.ts';

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
