import type { CommandDeclaration, Flag } from '../command-line/declaration.ts';
import { type Offer, briefly, offerOfValue, offerOfWords, quote } from './offer.ts';

const toWord = (text: string): string => quote(text.replaceAll('\\', '\\\\'), String.raw`\'`);

const toArguments = (offer: Offer): string =>
  offer === 'files' ? ' -F' : offer.length === 0 ? '' : ` -a ${toWord(offer.join(' '))}`;

const toOption = (command: string, [name, flag]: readonly [string, Flag]): string => {
  const taken = flag.value === undefined ? '' : ` -r${toArguments(offerOfValue(flag))}`;
  return `${behind(command)} -l ${name}${taken} -d ${toWord(briefly(flag.help))}`;
};

const behind = (command: string): string => `complete -c vatmock -n '__fish_seen_subcommand_from ${command}'`;

export const toFish = (declarations: readonly CommandDeclaration[]): string =>
  [
    '# fish completion of vatmock',
    'complete -c vatmock -f',
    "complete -c vatmock -s h -l help -d 'show the help'",
    "complete -c vatmock -n __fish_use_subcommand -s v -l version -d 'print the version'",
    ...declarations.flatMap((declaration) => {
      const { name, summary, flags } = declaration;
      const words = toArguments(offerOfWords(declaration));
      return [
        `complete -c vatmock -n __fish_use_subcommand -a ${name} -d ${toWord(summary)}`,
        ...(words === '' ? [] : [`${behind(name)}${words}`]),
        ...Object.entries(flags).map((entry) => toOption(name, entry)),
      ];
    }),
  ].join('\n');
