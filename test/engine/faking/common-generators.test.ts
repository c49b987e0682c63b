import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commonGenerators } from '../../../src/engine/faking/common-generators.ts';
import type { FakeLimits } from '../../../src/engine/faking/generator.ts';
import { TODAY, createDraw } from '../../support/create-draw.ts';
import { generate, generateText } from '../../support/generate.ts';

const DAY = 86_400_000;
const NAMES = Object.keys(commonGenerators);

const text = (seed: number, name: string, limits: FakeLimits = {}): string =>
  generateText(commonGenerators, name, createDraw(seed), limits);

const whole = (seed: number): (string | number)[] => {
  const draw = createDraw(seed);
  return NAMES.map((name) => generate(commonGenerators, name, draw));
};

describe('commonGenerators', () => {
  it('makes the same values from the same seed, and others from another', () => {
    expect(whole(7)).toEqual(whole(7));
    expect(whole(7)).not.toEqual(whole(8));
  });

  it.each([
    ['email', /^[a-z]+\.[a-z]+@example\.(com|org)$/],
    ['username', /^[a-z]+\.[a-z]+\d\d$/],
    ['phone', /^\+1\d{3}55501\d\d$/],
    ['post-code', /^\d{5}$/],
    ['country-code', /^[A-Z]{2}$/],
    ['currency', /^[A-Z]{3}$/],
    ['hostname', /^[a-z-]+\.example\.com$/],
    ['https-url', /^https:\/\/[a-z-]+\.example\.com\/[a-z-]+$/],
    ['ipv4', /^203\.0\.113\.\d{1,3}$/],
    ['ipv6', /^2001:db8::[0-9a-f]{4}$/],
    ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['sha256', /^[0-9a-f]{64}$/],
    ['file-name', /^[a-z-]+-[a-z-]+\.pdf$/],
    ['version', /^[1-9]$/],
    ['past-date', /^\d{4}-\d\d-\d\d$/],
    ['past-date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
    ['future-date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ])('makes %s in its form', (name, form) => {
    fc.assert(fc.property(fc.nat(), (seed) => form.test(text(seed, name))));
  });

  it('dates what is past and what is to come, at every hour of the day', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        for (const name of ['past-date', 'past-date-time']) {
          const moment = Date.parse(text(seed, name));
          expect(moment).toBeLessThan(TODAY);
          expect(moment).toBeGreaterThanOrEqual(TODAY - 60 * DAY);
        }
        for (const name of ['future-date', 'future-date-time']) {
          const moment = Date.parse(text(seed, name));
          expect(moment).toBeGreaterThanOrEqual(TODAY + DAY);
          expect(moment).toBeLessThanOrEqual(TODAY + 30 * DAY);
        }
        const age = (TODAY - Date.parse(text(seed, 'birth-date'))) / DAY / 365.25;
        expect(age).toBeGreaterThan(18);
        expect(age).toBeLessThan(71);
      }),
    );
  });

  it('keeps to one person, and goes on to the next when a member is asked for again', () => {
    const draw = createDraw(3);
    const contact = () =>
      ['first-name', 'last-name', 'email'].map((name) => generateText(commonGenerators, name, draw));
    const letters = (name = ''): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');
    const [first, last, email] = contact();
    expect(email).toMatch(`${letters(first)}.${letters(last)}@`);
    const [nextFirst, nextLast, nextEmail] = contact();
    expect(nextEmail).toMatch(`${letters(nextFirst)}.${letters(nextLast)}@`);
    expect(nextEmail).not.toBe(email);
  });

  it.each(['first-name', 'last-name', 'full-name', 'username', 'street', 'city', 'company-name', 'title', 'sentence'])(
    'cuts and fills %s to the limits of its schema',
    (name) => {
      fc.assert(
        fc.property(fc.nat(), fc.nat(120), fc.nat(40), (seed, minLength, more) => {
          const { length } = text(seed, name, { minLength, maxLength: minLength + more });
          expect(length).toBeGreaterThanOrEqual(minLength);
          expect(length).toBeLessThanOrEqual(minLength + more);
        }),
      );
    },
  );

  it('keeps numbers within the limits of their schema', () => {
    expect(generate(commonGenerators, 'version', createDraw(1), { minimum: 100 })).toBe(100);
    expect(generate(commonGenerators, 'version', createDraw(1), { maximum: 0.5 })).toBe(0);
  });
});
