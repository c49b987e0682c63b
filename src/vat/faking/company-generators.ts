import { current } from '../../engine/faking/generators/current.ts';
import { drawDigits, drawFrom } from '../../engine/faking/generators/draw-from.ts';
import { fitText } from '../../engine/faking/generators/fit-limits.ts';
import type { Draw, Generators } from '../../engine/faking/generators/generator.ts';
import { createPersonGenerators } from '../../engine/faking/generators/person-generators.ts';
import { MARKETS, type Market } from './markets.ts';
import { drawVatNumber } from './vat-number.ts';

/** One country per body, for its companies, places and people. */
const marketOf = (draw: Draw): Market => draw.once('market', () => drawFrom(MARKETS, draw.random));

const drawCompany = (draw: Draw) => {
  const { random } = draw;
  const { country, companies, houses } = marketOf(draw);
  return {
    name: drawFrom(companies, random).replace('*', drawFrom(houses, random)),
    vatNumber: drawVatNumber(random, country),
  };
};

const drawPlace = (draw: Draw) => {
  const { random } = draw;
  const { cities, streets } = marketOf(draw);
  const [city, postCode] = drawFrom(cities, random);
  const street = drawFrom(streets, random).replace('#', String(random.integer(1, 180)));
  return { city, postCode, street };
};

const company = (draw: Draw, member: keyof ReturnType<typeof drawCompany>): string =>
  current(draw, 'company', () => drawCompany(draw), member);

const place = (draw: Draw, member: keyof ReturnType<typeof drawPlace>): string =>
  current(draw, 'place', () => drawPlace(draw), member);

export const companyGenerators: Generators = {
  ...createPersonGenerators((draw) => {
    const { firstNames, lastNames } = marketOf(draw);
    return {
      firstName: drawFrom(firstNames, draw.random),
      lastName: drawFrom(lastNames, draw.random),
    };
  }),

  'vat-number': (draw) => company(draw, 'vatNumber'),
  'company-name': (draw, limits) => fitText(company(draw, 'name'), limits),

  'country-code': (draw) => marketOf(draw).country,
  city: (draw, limits) => fitText(place(draw, 'city'), limits),
  'post-code': (draw) => place(draw, 'postCode'),
  street: (draw, limits) => fitText(place(draw, 'street'), limits),
  phone: (draw) => {
    const [prefix, digits] = marketOf(draw).phone;
    return prefix + drawDigits(digits, draw.random);
  },
};
