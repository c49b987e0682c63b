import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FAKES } from '../../../src/generated/fakes.ts';
import { vehicleGenerators } from '../../../src/vat/faking/generators.ts';
import { TODAY, createDraw } from '../../support/create-draw.ts';
import { generate, generateText } from '../../support/generate.ts';

/** Letters of position 10, as the trade lists them. */
const MODEL_YEARS: Record<string, number> = { L: 2020, M: 2021, N: 2022, P: 2023, R: 2024, S: 2025 };

const HALF_A_YEAR = 181 * 86_400_000;

const drawVehicles = (seed: number, members: readonly string[], count = 3): Record<string, string>[] => {
  const draw = createDraw(seed);
  return Array.from({ length: count }, () =>
    Object.fromEntries(members.map((name) => [name, generateText(vehicleGenerators, name, draw)])),
  );
};

const MEMBERS = ['vin', 'vehicle-brand', 'vehicle-model', 'mileage', 'first-registration-date'];

describe('vehicleGenerators', () => {
  it('lists types whose VINs come out at 17 permitted characters', () => {
    for (const { wmi, plant, models } of FAKES.brands) {
      for (const { descriptor } of models) expect(wmi + descriptor + plant).toMatch(/^[A-HJ-NPR-Z0-9]{10}$/);
    }
    expect(new Set(FAKES.brands.map(({ wmi }) => wmi)).size).toBe(FAKES.brands.length);
  });

  it.each([[MEMBERS], [[...MEMBERS].reverse()]])(
    'makes vehicles that fit their VINs, asked in the order %j',
    (order) => {
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const vehicles = drawVehicles(seed, order);
          for (const vehicle of vehicles) {
            const vin = vehicle['vin']!;
            const brand = FAKES.brands.find(({ name }) => name === vehicle['vehicle-brand'])!;
            const model = brand.models.find(({ name }) => name === vehicle['vehicle-model'])!;
            expect(vin).toMatch(/^[A-HJ-NPR-Z0-9]{11}\d{6}$/);
            expect(vin.slice(0, 3)).toBe(brand.wmi);
            expect(vin.slice(3, 9)).toBe(model.descriptor);
            expect(vehicle['first-registration-date']!.slice(0, 4)).toBe(String(MODEL_YEARS[vin.charAt(9)]));
          }
          expect(new Set(vehicles.map((vehicle) => vehicle['vehicle-brand'])).size).toBe(1);
        }),
      );
    },
  );

  it('makes vehicles that are used beyond doubt', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        for (const vehicle of drawVehicles(seed, MEMBERS)) {
          expect(Number(vehicle['mileage'])).toBeGreaterThan(6_000);
          expect(Number(vehicle['mileage'])).toBeLessThan(200_000);
          expect(TODAY - Date.parse(vehicle['first-registration-date']!)).toBeGreaterThan(HALF_A_YEAR);
        }
      }),
    );
  });

  it('never makes a VIN twice for one body', () => {
    const vins = drawVehicles(11, ['vin'], 500).map(({ vin }) => vin);
    expect(new Set(vins).size).toBe(500);
    expect(vins.every((vin) => vin?.length === 17)).toBe(true);
  });

  it('knows the letters of the years to come', () => {
    const year = (today: number): string => generateText(vehicleGenerators, 'vin', createDraw(1, today)).charAt(9);
    const [now, later] = [year(Date.UTC(2030, 0, 1)), year(Date.UTC(2045, 0, 1))];
    expect(now).toMatch(/^[A-HJ-NPR-TV-Y1-9]$/);
    expect(later).toMatch(/^[A-HJ-NPR-TV-Y1-9]$/);
    expect(later).not.toBe(now);
  });

  it('keeps the mileage within the limits of its schema', () => {
    expect(generate(vehicleGenerators, 'mileage', createDraw(1), { maximum: 500 })).toBe(500);
  });
});

it('vehicles of one body came off the line one after the other', () => {
  for (let seed = 0; seed < 20; seed++) {
    const serials = drawVehicles(seed, ['vin']).map(({ vin = '' }) => Number(vin.slice(11)));
    expect(serials).toEqual([...new Set(serials)].sort((a, b) => a - b));
  }
});

it('registrations are dates of the first half of a year', () => {
  for (let seed = 0; seed < 20; seed++)
    for (const vehicle of drawVehicles(seed, MEMBERS))
      expect(vehicle['first-registration-date']).toMatch(/^\d{4}-0[1-6]-(?:0[1-9]|1\d|2[0-8])$/);
});
