import { describe, expect, it } from '@jest/globals';
import { commonGenerators } from '../../../src/engine/faking/common-generators.ts';
import { FORMATS, hintFor as hintForNames, withCommonHints } from '../../../src/engine/faking/generator-recipe.ts';
import { VAT_NAMES, vatGenerators } from '../../../src/vat/faking/generators.ts';

const VAT_HINTS = withCommonHints(VAT_NAMES);

const string = { type: 'string' };

const hintFor = (property: string | undefined, schema: Record<string, unknown>): string | undefined =>
  hintForNames(property, schema, VAT_HINTS);

describe('hintFor', () => {
  it.each([
    ['firstName', 'first-name'],
    ['first_name', 'first-name'],
    ['First-Name', 'first-name'],
    ['FIRST_NAME', 'first-name'],
    ['givenName', 'first-name'],
    ['surname', 'last-name'],
    ['email', 'email'],
    ['contactEmailAddress', 'email'],
    ['homePhone', 'phone'],
    ['mobile', 'phone'],
    ['address1', 'street'],
    ['billing_city', 'city'],
    ['town', 'city'],
    ['postalCode', 'post-code'],
    ['postCode', 'post-code'],
    ['zip', 'post-code'],
    ['countryCode', 'country-code'],
    ['companyName', 'company-name'],
    ['callbackURL', 'https-url'],
    ['website', 'https-url'],
    ['userName', 'username'],
    ['description', 'sentence'],
    ['name', 'title'],
    ['buyerVatNumber', 'vat-number'],
    ['vin', 'vin'],
    ['invoiceNumber', 'invoice-number'],
    ['createdAt', 'past-date-time'],
    ['expires_at', 'future-date-time'],
  ])('takes %s for %s', (property, generator) => {
    expect(hintFor(property, string)).toBe(generator);
  });

  it.each(['country', 'currency', 'countryName', 'macAddress', 'status', 'velocity', 'x', '', undefined])(
    'makes no guess at %s',
    (property) => {
      expect(hintFor(property, string)).toBeUndefined();
    },
  );

  it.each([
    ['email', 'email'],
    ['uri', 'https-url'],
    ['url', 'https-url'],
    ['uuid', 'uuid'],
    ['hostname', 'hostname'],
    ['ipv4', 'ipv4'],
    ['ipv6', 'ipv6'],
    ['date', 'past-date'],
    ['date-time', 'past-date-time'],
  ])('goes by the format %s before the name', (format, generator) => {
    expect(hintFor('title', { type: 'string', format })).toBe(generator);
    expect(hintFor(undefined, { type: 'string', format })).toBe(generator);
  });

  it.each([
    ['validUntil', 'date-time', 'future-date-time'],
    ['paymentDueDate', 'date', 'future-date'],
    ['dateOfBirth', 'date', 'birth-date'],
    ['dateOfBirth', 'date-time', 'past-date-time'],
    ['invoiceDate', 'date', 'past-date'],
  ])('reads from %s which %s is meant', (property, format, generator) => {
    expect(hintFor(property, { type: 'string', format })).toBe(generator);
  });

  it('leaves formats alone that it does not know, whatever the name', () => {
    expect(hintFor('email', { type: 'string', format: 'password' })).toBeUndefined();
    expect(hintFor('title', { type: 'string', format: 'telephone' })).toBeUndefined();
  });

  it.each([
    ['country', { maxLength: 2 }, 'country-code'],
    ['address_country', { pattern: '^[A-Z]{2}$' }, 'country-code'],
    ['countryCode', { pattern: '[a-zA-Z]{2}' }, 'country-code'],
    ['country', { maxLength: 3 }, undefined],
    ['country', { maxLength: 2, pattern: '^[0-9]{2}$' }, undefined],
    ['currency', { minLength: 3, maxLength: 3 }, 'currency'],
    ['currency', { pattern: '^[A-Z]{3}$' }, 'currency'],
    ['currency', { pattern: '^[A-Z]{2}$' }, undefined],
  ])('takes %s with %j for %s', (property, limits, generator) => {
    expect(hintFor(property, { ...string, ...limits })).toBe(generator);
  });

  it.each([
    ['a list of values', { ...string, enum: ['a', 'b'] }],
    ['a constant', { ...string, const: 'a' }],
    ['a pattern', { ...string, pattern: '^a' }],
    ['another type', { type: 'integer' }],
    ['no type', {}],
  ])('keeps away from %s', (_case, schema) => {
    expect(hintFor('email', schema)).toBeUndefined();
  });

  it('reads a type list that allows text', () => {
    expect(hintFor('email', { type: ['string', 'null'] })).toBe('email');
    expect(hintFor('email', { type: ['integer', 'null'] })).toBeUndefined();
  });

  it('names generators that exist', () => {
    const known = { ...commonGenerators, ...vatGenerators };
    const { names, wholeNames } = VAT_HINTS;
    const named = [...FORMATS.values(), ...names.values(), ...wholeNames.values()];
    expect(named.filter((name) => !(name in known))).toEqual([]);
  });
});
