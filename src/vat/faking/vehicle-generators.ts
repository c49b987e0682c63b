import { current } from '../../engine/faking/generators/current.ts';
import { drawFrom } from '../../engine/faking/generators/draw-from.ts';
import { fitInteger, fitText } from '../../engine/faking/generators/fit-limits.ts';
import type { Draw, Generators } from '../../engine/faking/generators/generator.ts';

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
