import type { Generators } from './generator.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** Whole seconds: fractions differ from client to client, and none needs them here. */
const toDateTime = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const toDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

const PAST_DAYS = 60;
const FUTURE_DAYS = 30;

/**
 * Relative to the start of the day, and never within it: what is past or to come stays so at every hour of the day,
 * although the value does not change.
 */
export const timeGenerators: Generators = {
  'past-date': ({ faker, today }) => toDate(today - faker.number.int({ min: 1, max: PAST_DAYS }) * DAY),
  'past-date-time': ({ faker, today }) =>
    toDateTime(today - faker.number.int({ min: 1, max: (PAST_DAYS * DAY) / SECOND }) * SECOND),
  'future-date': ({ faker, today }) => toDate(today + faker.number.int({ min: 1, max: FUTURE_DAYS }) * DAY),
  'future-date-time': ({ faker, today }) =>
    toDateTime(today + faker.number.int({ min: DAY / SECOND, max: (FUTURE_DAYS * DAY) / SECOND }) * SECOND),
  'birth-date': ({ faker, today }) => toDate(today - faker.number.int({ min: 19 * 366, max: 70 * 365 }) * DAY),
};
