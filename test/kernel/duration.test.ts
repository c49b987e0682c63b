import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DurationError, parseDuration, toIsoDuration } from '../../src/kernel/duration.ts';

const HOUR = 3_600_000;

describe('a duration in milliseconds', () => {
  test.each([
    ['PT24H', 24 * HOUR],
    ['PT72H', 72 * HOUR],
    ['P1D', 24 * HOUR],
    ['P2W', 14 * 24 * HOUR],
    ['P1DT2H3M4S', 26 * HOUR + 184_000],
    ['P0D', 0],
    ['PT0S', 0],
    ['PT90M', 90 * 60_000],
    ['PT36H', 36 * HOUR],
    ['PT5S', 5000],
    ['PT1.5S', 1500],
    ['PT0,25S', 250],
    ['PT0.007S', 7],
    ['P007D', 7 * 24 * HOUR],
    ['P1DT1S', 24 * HOUR + 1000],
  ])('%s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  test.each(['P1Y', 'P1M', 'P1Y2M', 'P1Y2M3DT4H', 'P6M1D', 'P1MT1M'])(
    '%s is refused, because its length is not fixed',
    (text) => {
      expect(() => parseDuration(text)).toThrow(
        new DurationError(`"${text}" has years or months, which have no fixed length: write days (P30D)`),
      );
    },
  );

  test.each([
    ...['', 'P', 'PT', 'P1DT', 'T1H', '1D', 'p1d', 'pt24h', '24h', '86400', 'P1', 'PT1', 'P1H', 'PT1D', 'P1S'],
    ...['P-1D', '-P1D', '+P1D', 'P1.5D', 'PT1.5H', 'PT.5S', 'PT1.S', 'PT1.2345S', 'P1W2D', 'PT1S1M', 'PT1M1H'],
    ...[' PT1H', 'PT1H ', 'PT1H\n', 'P1D T1H', 'P١D', 'PT1e3S', 'PT0x10S', 'PYMD'],
  ])('%j is refused', (text) => {
    expect(() => parseDuration(text)).toThrow(DurationError);
    expect(() => parseDuration(text)).toThrow('is no ISO 8601 duration: write weeks (P2W), or days');
  });

  test.each(['P104249992D', `PT${'9'.repeat(400)}S`])('%s is too long', (text) => {
    expect(() => parseDuration(text)).toThrow(new DurationError(`"${text}" is too long`));
  });
});

describe('milliseconds as a duration', () => {
  test.each([
    [0, 'PT0S'],
    [1, 'PT0.001S'],
    [1500, 'PT1.5S'],
    [60_000, 'PT1M'],
    [24 * HOUR, 'P1D'],
    [36 * HOUR, 'P1DT12H'],
    [26 * HOUR + 184_000, 'P1DT2H3M4S'],
  ])('%d', (milliseconds, text) => {
    expect(toIsoDuration(milliseconds)).toBe(text);
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is none', (milliseconds) => {
    expect(() => toIsoDuration(milliseconds)).toThrow(RangeError);
  });
});

test('what is written is read as the same length', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (milliseconds) => {
      expect(parseDuration(toIsoDuration(milliseconds))).toBe(milliseconds);
    }),
  );
});

test('parts add up, in whichever units they are given', () => {
  const part = fc.option(fc.nat(100_000), { nil: undefined });
  fc.assert(
    fc.property(part, part, part, part, (days, hours, minutes, seconds) => {
      const unit = (count: number | undefined, letter: string) =>
        count === undefined ? '' : `${String(count)}${letter}`;
      const time = unit(hours, 'H') + unit(minutes, 'M') + unit(seconds, 'S');
      const text = `P${unit(days, 'D')}${time === '' ? '' : `T${time}`}`;
      fc.pre(text !== 'P');
      const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
      expect(parseDuration(text)).toBe(total * 1000);
    }),
  );
});

test('any other text is refused with an error of its own', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^P?[\dYMWDTHS.,-]*$/), (text) => {
      try {
        expect(parseDuration(text)).toBeGreaterThanOrEqual(0);
      } catch (error) {
        expect(error).toBeInstanceOf(DurationError);
      }
    }),
  );
});
