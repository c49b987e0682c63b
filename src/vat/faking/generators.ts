import {
  createPersonGenerators,
  createPlaceGenerators,
  current,
  type Draw,
  drawDigits,
  drawFrom,
  type Fakes,
  fitInteger,
  fitText,
  type Generators,
} from '../../engine/sdk.ts';
import { FAKES } from '../../generated/fakes.ts';
import { drawPrefixedId, drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { toDownloadPath } from '../documents/document.ts';
import { drawVatNumber } from '../vat-numbers/vat-number.ts';

/** One country per body, for its companies, places and people. */
const marketOf = (draw: Draw) => draw.once('market', () => drawFrom(FAKES.markets, draw.random));

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
    const [city, postCode] = drawFrom<readonly [city: string, postCode: string]>(cities, random);
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
  brand: drawFrom(FAKES.brands, random),
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
  const model = drawFrom<(typeof FAKES.brands)[number]['models'][number]>(brand.models, random);
  const age = random.integer(1, 6);
  const year = new Date(today).getUTCFullYear() - age;
  const month = String(random.integer(1, 6)).padStart(2, '0');
  const day = String(random.integer(1, 28)).padStart(2, '0');
  return {
    vin: `${brand.wmi}${model.descriptor}${modelYearLetter(year)}${brand.plant}${nextSerial}`,
    model: model.name,
    mileage: age * random.integer(7_000, 26_000) + random.integer(0, 999),
    firstRegistration: `${year}-${month}-${day}`,
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

/** Property names that identify values of this domain. */
export const VAT_NAMES: Fakes = {
  names: {
    vin: 'vin vinnumber vehicleidentificationnumber',
    'vat-number': 'vatnumber vatid vatno vatregistrationnumber',
    'vehicle-brand': 'vehiclebrand vehiclemake carbrand carmake',
    'vehicle-model': 'vehiclemodel carmodel',
    'invoice-number': 'invoicenumber',
  },
  wholeNames: { 'vehicle-brand': 'make brand' },
};

/** Purchase prices of used cars in cents, whole hundreds of euros: from an old small car to a late executive one. */
const drawPrice = (random: Random): number => random.integer(45, 850) * 100_00;

/** Document numbers contain the year. */
const yearOf = (draw: Draw): string => String(new Date(draw.today).getUTCFullYear());

const FILES = ['bank-transfer', 'cmr', 'delivery-declaration', 'invoice', 'pickup-declaration', 'register-extract'];

const drawSecret = (random: Random): string =>
  Buffer.from(Array.from({ length: 32 }, () => random.integer(0, 255))).toString('base64');

/** Generators specific to this domain, and replacements for common ones. */
export const vatGenerators: Generators = {
  ...companyGenerators,
  ...vehicleGenerators,

  'amount-cents': ({ random }, limits) => fitInteger(drawPrice(random), limits),
  currency: () => 'EUR',

  'external-order-id': (draw) => `ORD-${yearOf(draw)}-${drawDigits(6, draw.random)}`,
  'invoice-number': (draw) => `INV-${yearOf(draw)}-${drawDigits(5, draw.random)}`,
  'payment-reference': (draw) => `TRF-${yearOf(draw)}-${drawDigits(8, draw.random)}`,
  'file-name': ({ random }) => `${drawFrom(FILES, random)}-${drawDigits(6, random)}.pdf`,
  sentence: ({ random }, limits) =>
    fitText(drawFrom(FAKES.remarks, random), limits, () => drawFrom(FAKES.remarks, random)),

  'webhook-id': ({ random }) => drawPrefixedId('wh_', random),
  'delivery-id': ({ random }) => drawPrefixedId('del_', random),
  'event-id': ({ random }) => drawPrefixedId('evt_', random),
  'webhook-secret': ({ random }) => `whsec_${drawSecret(random)}`,
  // The token ends the URL, as in real ones; the host serves nothing.
  'self-service-url': ({ random }) => `https://portal.example.com/v1/self-service/${drawPrefixedId('demo.', random)}`,
  'document-download-path': ({ random }) => toDownloadPath(drawUuid(random), ''),
};
