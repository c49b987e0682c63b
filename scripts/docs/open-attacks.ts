import { ATTACKS } from '../../test/attack/attacks/all.ts';

const BEGIN = '<!-- open attacks: made by "npm run generate" from test/attack/attacks -->';
const END = '<!-- end of open attacks -->';

/** docs/security.md with the attacks that the server does not withstand yet in their place. */
export const withOpenAttacks = (page: string): string => {
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`docs/security.md lacks the lines ${BEGIN} and ${END}`);
  const open = ATTACKS.flatMap(({ name, open: reason }) => (reason === undefined ? [] : [`- \`${name}\`: ${reason}`]));
  const list = open.length === 0 ? 'None of the known ones.' : open.join('\n');
  return `${before ?? ''}${BEGIN}\n\n${list}\n\n${END}${after}`;
};
