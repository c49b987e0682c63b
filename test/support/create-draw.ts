import { Faker, base, en } from '@faker-js/faker';
import type { Draw } from '../../src/engine/faking/generator.ts';

export const TODAY = Date.UTC(2026, 10, 5);

/** The state of one generated body, as the engine begins it. */
export const createDraw = (seed: number, today = TODAY): Draw => {
  const faker = new Faker({ locale: [en, base], seed });
  faker.setDefaultRefDate(new Date(today));
  const kept = new Map<string, unknown>();
  return {
    faker,
    today,
    once: <T>(key: string, make: () => T): T => {
      if (!kept.has(key)) kept.set(key, make());
      return kept.get(key) as T;
    },
  };
};
