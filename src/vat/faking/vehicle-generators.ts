import { current } from '../../engine/faking/generators/current.ts';
import { drawFrom } from '../../engine/faking/generators/draw-from.ts';
import { fitInteger, fitText } from '../../engine/faking/generators/fit-limits.ts';
import type { Draw, Generators } from '../../engine/faking/generators/generator.ts';
import { BRANDS } from './vehicles.ts';

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
