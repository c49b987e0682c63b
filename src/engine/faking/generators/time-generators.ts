import type { Generators } from './generator.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** In whole seconds: clients differ in their handling of fractions, which are not needed here. */
const toDateTime = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const toDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

const PAST_DAYS = 60;
const FUTURE_DAYS = 30;

/**
 * Relative to the start of the day, and never within it: the value does not change during the day, and stays in the
 * past or the future.
 */
export const timeGenerators: Generators = {
  'past-date': ({ random, today }) => toDate(today - random.integer(1, PAST_DAYS) * DAY),
  'past-date-time': ({ random, today }) => toDateTime(today - random.integer(1, (PAST_DAYS * DAY) / SECOND) * SECOND),
  'future-date': ({ random, today }) => toDate(today + random.integer(1, FUTURE_DAYS) * DAY),
  'future-date-time': ({ random, today }) =>
    toDateTime(today + random.integer(DAY / SECOND, (FUTURE_DAYS * DAY) / SECOND) * SECOND),
  'birth-date': ({ random, today }) => toDate(today - random.integer(19 * 366, 70 * 365) * DAY),
};
