import { ATTACKS } from '../../test/attack/attacks/all.ts';

const BEGIN = '<!-- open attacks: made by "npm run generate" from test/attack/attacks -->';
const END = '<!-- end of open attacks -->';

const NONE = 'None: the promises above hold for every attack in the suite.';
const SOME = `The promises above hold for the attacks in the suite except these. Let only people you trust have clients of a hosted server until
the list is empty.`;

/** docs/security.md with the attacks that the server does not withstand yet in their place. */
export const withOpenAttacks = (page: string): string => {
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`docs/security.md lacks the lines ${BEGIN} and ${END}`);
  const open = ATTACKS.flatMap(({ name, open: reason }) => (reason === undefined ? [] : [`- \`${name}\`: ${reason}`]));
  const text = open.length === 0 ? NONE : [SOME, '', ...open].join('\n');
  return `${before ?? ''}${BEGIN}\n\n${text}\n\n${END}${after}`;
};
