import { current } from './current.ts';
import { drawFrom } from './draw-from.ts';
import { fitText } from './fit-limits.ts';
import type { Draw, Generators } from './generator.ts';

export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Reserved for examples: no message ever reaches anybody. */
const MAIL_DOMAINS = ['example.com', 'example.org'];

/** Letters that are not a plain letter and a mark, so that Unicode does not take them apart. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe' };

/** `Łukasz` as `lukasz`: mail boxes with other letters exist, but many clients refuse them. */
const toMailbox = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[łßøæœ]/g, (letter) => PLAIN[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');

const describePerson = (draw: Draw, drawName: (draw: Draw) => PersonName) => {
  const { firstName, lastName } = drawName(draw);
  const mailbox = `${toMailbox(firstName)}.${toMailbox(lastName)}`;
  return {
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    email: `${mailbox}@${drawFrom(MAIL_DOMAINS, draw.random)}`,
    username: `${mailbox}${String(draw.random.integer(10, 99))}`,
  };
};

/** Everything about one person fits together, whatever the trade and the country that the names come from. */
export const createPersonGenerators = (drawName: (draw: Draw) => PersonName): Generators => {
  const person = (draw: Draw, member: keyof ReturnType<typeof describePerson>): string =>
    current(draw, 'person', () => describePerson(draw, drawName), member);
  return {
    'first-name': (draw, limits) => fitText(person(draw, 'firstName'), limits),
    'last-name': (draw, limits) => fitText(person(draw, 'lastName'), limits),
    'full-name': (draw, limits) => fitText(person(draw, 'fullName'), limits),
    email: (draw) => person(draw, 'email'),
    username: (draw, limits) => fitText(person(draw, 'username'), limits).replaceAll(' ', '.'),
  };
};
