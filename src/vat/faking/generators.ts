import {
  current,
  type Draw,
  drawDigits,
  drawFrom,
  fitInteger,
  fitText,
  type Generators,
  HINTS,
} from '../../engine/faking/generator.ts';
import { createPersonGenerators, createPlaceGenerators } from '../../engine/faking/common-generators.ts';
import { MARKETS, type Market } from './markets.ts';
import { type NameHints, withCommonHints } from '../../engine/faking/name-hints.ts';
import { drawPrefixedId, drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { toDownloadPath } from '../documents/document.ts';
import { drawVatNumber } from '../vat-numbers/draw-vat-number.ts';

/** One country per body, for its companies, places and people. */
const marketOf = (draw: Draw): Market => draw.once('market', () => drawFrom(MARKETS, draw.random));

const drawCompany = (draw: Draw) => {
  const { random } = draw;
  const { country, companies, houses } = marketOf(draw);
  return {
    name: drawFrom(companies, random).replace('*', drawFrom(houses, random)),
    vatNumber: drawVatNumber(random, country),
  };
};

const company = (draw: Draw, member: keyof ReturnType<typeof drawCompany>): string =>
  current(draw, 'company', () => drawCompany(draw), member);

const companyGenerators: Generators = {
  ...createPersonGenerators((draw) => {
    const { firstNames, lastNames } = marketOf(draw);
    return {
      firstName: drawFrom(firstNames, draw.random),
      lastName: drawFrom(lastNames, draw.random),
    };
  }),

  'vat-number': (draw) => company(draw, 'vatNumber'),
  'company-name': (draw, limits) => fitText(company(draw, 'name'), limits),

  'country-code': (draw) => marketOf(draw).country,
  ...createPlaceGenerators((draw) => {
    const { random } = draw;
    const { cities, streets } = marketOf(draw);
    const [city, postCode] = drawFrom(cities, random);
    const street = drawFrom(streets, random).replace('#', String(random.integer(1, 180)));
    return { city, postCode, street };
  }),
  phone: (draw) => {
    const [prefix, digits] = marketOf(draw).phone;
    return prefix + drawDigits(digits, draw.random);
  },
};

interface Vehicle {
  readonly vin: string;
  readonly model: string;
  readonly mileage: number;
  readonly firstRegistration: string;
}

/** Position 10 since 2010, when the letters restarted at A; I, O, Q, U, Z and 0 are excluded. */
const MODEL_YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789';

const modelYearLetter = (year: number): string => MODEL_YEARS.charAt((year - 2010) % MODEL_YEARS.length);

/** The vehicles of one body have the same brand, as in fleet returns, and consecutive serial numbers. */
const drawLot = ({ random }: Draw) => ({
  brand: drawFrom(BRANDS, random),
  nextSerial: random.integer(100_000, 899_999),
});

const lot = (draw: Draw) => draw.once('vehicle lot', () => drawLot(draw));

/**
 * Clearly used, with more than 6 months and 6,000 km: a new means of transport follows other rules, and the default
 * should be the ordinary case.
 */
const drawVehicle = (draw: Draw): Vehicle => {
  const { random, today } = draw;
  const { brand, nextSerial } = lot(draw);
  lot(draw).nextSerial += random.integer(1, 40);
  const model = drawFrom(brand.models, random);
  const age = random.integer(1, 6);
  const year = new Date(today).getUTCFullYear() - age;
  const month = String(random.integer(1, 6)).padStart(2, '0');
  const day = String(random.integer(1, 28)).padStart(2, '0');
  return {
    vin: `${brand.wmi}${model.descriptor}${modelYearLetter(year)}${brand.plant}${String(nextSerial)}`,
    model: model.name,
    mileage: age * random.integer(7_000, 26_000) + random.integer(0, 999),
    firstRegistration: `${String(year)}-${month}-${day}`,
  };
};

const vehicle = <K extends keyof Vehicle>(draw: Draw, member: K): Vehicle[K] =>
  current(draw, 'vehicle', () => drawVehicle(draw), member);

export const vehicleGenerators: Generators = {
  vin: (draw) => vehicle(draw, 'vin'),
  'vehicle-brand': (draw, limits) => fitText(lot(draw).brand.name, limits),
  'vehicle-model': (draw, limits) => fitText(vehicle(draw, 'model'), limits),
  mileage: (draw, limits) => fitInteger(vehicle(draw, 'mileage'), limits),
  'first-registration-date': (draw) => vehicle(draw, 'firstRegistration'),
};

interface VehicleModel {
  readonly name: string;
  /**
   * Positions 4 to 9 of the VIN: the manufacturer's type code, with Z where European manufacturers leave a position
   * unused.
   */
  readonly descriptor: string;
}

interface VehicleBrand {
  readonly name: string;
  /** World manufacturer identifier, positions 1 to 3. */
  readonly wmi: string;
  /** Letter of the plant, position 11. */
  readonly plant: string;
  readonly models: readonly VehicleModel[];
}

const models = (descriptors: Readonly<Record<string, string>>): readonly VehicleModel[] =>
  Object.entries(descriptors).map(([name, descriptor]) => ({ name, descriptor }));

export const BRANDS: readonly VehicleBrand[] = [
  {
    name: 'Volkswagen',
    wmi: 'WVW',
    plant: 'W',
    models: models({ Golf: 'ZZZCDZ', Passat: 'ZZZ3CZ', Polo: 'ZZZAWZ', 'ID.3': 'ZZZE1Z' }),
  },
  { name: 'Audi', wmi: 'WAU', plant: 'A', models: models({ A3: 'ZZZGYZ', A4: 'ZZZF4Z', A6: 'ZZZF2Z', Q5: 'ZZZFYZ' }) },
  { name: 'BMW', wmi: 'WBA', plant: 'N', models: models({ '320d': '5V7100', '520d': 'JC3100', X1: 'JG1100' }) },
  {
    name: 'Mercedes-Benz',
    wmi: 'W1K',
    plant: 'A',
    models: models({ 'A-Class': '177084', 'C-Class': '206041', 'E-Class': '213004' }),
  },
  {
    name: 'Porsche',
    wmi: 'WP0',
    plant: 'S',
    models: models({ '911': 'ZZZ99Z', Taycan: 'ZZZY1Z', Panamera: 'ZZZ97Z' }),
  },
  { name: 'Renault', wmi: 'VF1', plant: 'B', models: models({ Clio: 'RJA000', Captur: 'RJB000', Mégane: 'RFB000' }) },
  { name: 'Peugeot', wmi: 'VF3', plant: 'J', models: models({ '208': 'UPHNEK', '308': 'LBHZTX', '3008': 'MCYHZU' }) },
  { name: 'Fiat', wmi: 'ZFA', plant: 'J', models: models({ '500': '312000', Panda: '319000', Tipo: '356000' }) },
  { name: 'Škoda', wmi: 'TMB', plant: '0', models: models({ Octavia: 'JJ7NX0', Superb: 'AJ7NP0', Fabia: 'EP6PJ0' }) },
  { name: 'SEAT', wmi: 'VSS', plant: 'R', models: models({ Leon: 'ZZZKLZ', Ibiza: 'ZZZKJZ', Ateca: 'ZZZ5FZ' }) },
  { name: 'Volvo', wmi: 'YV1', plant: '1', models: models({ V60: 'ZWK5V1', XC40: 'XZK5V1', XC60: 'UZK5V1' }) },
  { name: 'Dacia', wmi: 'UU1', plant: 'U', models: models({ Duster: 'HJD000', Sandero: 'DJF000', Jogger: 'RJK000' }) },
];

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
