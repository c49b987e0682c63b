import { current } from './current.ts';
import { drawFrom } from './draw-from.ts';
import { fitText } from './fit-limits.ts';
import type { Draw, Generators } from './generator.ts';

interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

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

/** All values of one person are consistent, regardless of the industry and the country of the names. */
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
