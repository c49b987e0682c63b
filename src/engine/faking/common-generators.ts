import { drawUuid } from '../../kernel/ids.ts';
import {
  current,
  type Draw,
  drawCharacters,
  drawDigits,
  drawFrom,
  fitInteger,
  fitText,
  type Generators,
} from './generator.ts';

/** Reserved domains (RFC 2606): no e-mail is ever delivered. */
const MAIL_DOMAINS = ['example.com', 'example.org'];

/** Letters that Unicode does not decompose into a base letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe' };

/** Converts `Łukasz` to `lukasz`: mailboxes with non-ASCII letters are valid, but many clients reject them. */
const toMailbox = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[łßøæœ]/g, (letter) => PLAIN[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');

const describePerson = (draw: Draw, { firstName, lastName }: Readonly<Record<'firstName' | 'lastName', string>>) => {
  const mailbox = `${toMailbox(firstName)}.${toMailbox(lastName)}`;
  return {
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    email: `${mailbox}@${drawFrom(MAIL_DOMAINS, draw.random)}`,
    username: `${mailbox}${draw.random.integer(10, 99)}`,
  };
};

/** All values of one person are consistent, regardless of the industry and the country of the names. */
export const createPersonGenerators = (drawName: (draw: Draw) => Parameters<typeof describePerson>[1]): Generators => {
  const person = (draw: Draw, member: keyof ReturnType<typeof describePerson>): string =>
    current(draw, 'person', () => describePerson(draw, drawName(draw)), member);
  return {
    'first-name': (draw, limits) => fitText(person(draw, 'firstName'), limits),
    'last-name': (draw, limits) => fitText(person(draw, 'lastName'), limits),
    'full-name': (draw, limits) => fitText(person(draw, 'fullName'), limits),
    email: (draw) => person(draw, 'email'),
    username: (draw, limits) => fitText(person(draw, 'username'), limits).replaceAll(' ', '.'),
  };
};

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
const timeGenerators: Generators = {
  'past-date': ({ random, today }) => toDate(today - random.integer(1, PAST_DAYS) * DAY),
  'past-date-time': ({ random, today }) => toDateTime(today - random.integer(1, (PAST_DAYS * DAY) / SECOND) * SECOND),
  'future-date': ({ random, today }) => toDate(today + random.integer(1, FUTURE_DAYS) * DAY),
  'future-date-time': ({ random, today }) =>
    toDateTime(today + random.integer(DAY / SECOND, (FUTURE_DAYS * DAY) / SECOND) * SECOND),
  'birth-date': ({ random, today }) => toDate(today - random.integer(19 * 366, 70 * 365) * DAY),
};

type Faker = Draw['faker'];

/** Converts a word of the library, which may contain spaces and apostrophes, to a URL-safe one. */
const slug = (faker: Faker, word: string): string =>
  faker.helpers
    .slugify(word)
    .toLowerCase()
    .replaceAll(/[^a-z-]/g, '');

/** Every host is a subdomain of example.com, so that a client that follows a generated URL reaches no real server. */
const drawHost = (faker: Faker): string => `${slug(faker, faker.word.noun())}.example.com`;

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const drawTitle = (faker: Faker): string => `${capitalize(faker.word.adjective())} ${faker.word.noun()}`;

/** All values of one place are consistent, too. */
export const createPlaceGenerators = (
  drawPlace: (draw: Draw) => { readonly street: string; readonly city: string; readonly postCode: string },
): Generators => {
  const place = (draw: Draw, member: keyof ReturnType<typeof drawPlace>): string =>
    current(draw, 'place', () => drawPlace(draw), member);
  return {
    street: (draw, limits) => fitText(place(draw, 'street'), limits),
    city: (draw, limits) => fitText(place(draw, 'city'), limits),
    'post-code': (draw) => place(draw, 'postCode'),
  };
};

const AREAS = ['202', '312', '415', '617'];

/**
 * Generators for any API. The `en` locale is American, so country, currency and telephone numbers are too: an address
 * that combines several countries would be valid but implausible.
 */
export const commonGenerators: Generators = {
  ...createPersonGenerators(({ faker }) => ({
    firstName: faker.person.firstName(),
    lastName: faker.person.lastName(),
  })),
  ...timeGenerators,

  ...createPlaceGenerators(({ faker: { location } }) => ({
    street: location.streetAddress(),
    city: location.city(),
    postCode: location.zipCode('#####'),
  })),
  'country-code': () => 'US',
  currency: () => 'USD',
  // 555-0100 to 555-0199 are reserved for fictional use in all area codes of North America.
  phone: ({ random }) => `+1${drawFrom(AREAS, random)}55501${drawDigits(2, random)}`,
  'company-name': ({ faker }, limits) => fitText(faker.company.name(), limits),

  title: ({ faker }, limits) => fitText(drawTitle(faker), limits, () => faker.word.noun()),
  sentence: ({ faker }, limits) => fitText(faker.lorem.sentence(), limits, () => faker.lorem.sentence()),

  hostname: ({ faker }) => drawHost(faker),
  'https-url': ({ faker }) => `https://${drawHost(faker)}/${slug(faker, faker.word.noun())}`,
  // The documentation ranges of RFC 5737 and RFC 3849, which are not routed.
  ipv4: ({ random }) => `203.0.113.${random.integer(1, 254)}`,
  ipv6: ({ random }) => `2001:db8::${random.integer(0x1000, 0xffff).toString(16)}`,

  uuid: ({ random }) => drawUuid(random),
  sha256: ({ random }) => drawCharacters('0123456789abcdef', 64, random),
  'file-name': ({ faker }) => `${slug(faker, faker.word.adjective())}-${slug(faker, faker.word.noun())}.pdf`,
  version: ({ random }, limits) => fitInteger(random.integer(1, 9), limits),
};
