import type { CommandDeclaration, Flag } from '../command-line/declaration.ts';
import { type Offer, briefly, offerOfValue, offerOfWords, quote } from './offer.ts';

const escape = (text: string): string => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);

const toWord = (text: string): string => quote(text, String.raw`'\''`);

const toAction = (offer: Offer): string =>
  offer === 'files' ? '_files' : offer.length === 0 ? '' : `(${offer.map(escape).join(' ')})`;

const toOption = ([name, flag]: readonly [string, Flag]): string => {
  const { value, help, isRepeated = false } = flag;
  const taken = value === undefined ? '' : `:${escape(value)}:${toAction(offerOfValue(flag))}`;
  return toWord(`${isRepeated ? '*' : ''}--${name}[${escape(briefly(help))}]${taken}`);
};

const toArguments = (declaration: CommandDeclaration): string => {
  const { name, words, flags } = declaration;
  const specs = [
    ...Object.entries(flags).map(toOption),
    toWord('--help[show this help]'),
    toWord(`*:${escape(words)}:${toAction(offerOfWords(declaration))}`),
  ];
  return `    ${name}) _arguments \\\n${specs.map((spec) => `      ${spec}`).join(' \\\n')} ;;`;
};

export const toZsh = (declarations: readonly CommandDeclaration[]): string => `#compdef vatmock
_vatmock() {
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(
${declarations.map(({ name, summary }) => `      ${toWord(`${name}:${escape(summary)}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${declarations.map(toArguments).join('\n')}
  esac
}
compdef _vatmock vatmock`;
