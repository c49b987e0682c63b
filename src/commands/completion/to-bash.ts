import type { CommandDeclaration } from '../command-line/declaration.ts';
import { type Offer, offerOfValue, offerOfWords } from './offer.ts';

/** With `files`, readline completes file names itself where the function returns nothing. */
const toReply = (offer: Offer): string =>
  offer === 'files'
    ? 'return'
    : offer.length === 0
      ? 'compopt +o default 2>/dev/null; return'
      : `COMPREPLY=($(compgen -W '${offer.join(' ')}' -- "$word")); return`;

/** Also works with bash 3.2 of macOS. */
export const toBash = (declarations: readonly CommandDeclaration[]): string => {
  const values = declarations.flatMap(({ name, flags }) =>
    Object.entries(flags)
      .filter(([, { value }]) => value !== undefined)
      .map(([flag, described]) => [toReply(offerOfValue(described)), `'${name} --${flag}'`] as const),
  );
  const byReply = Map.groupBy(values, ([reply]) => reply);
  const cases = [...byReply].map(([reply, all]) => `    ${all.map(([, place]) => place).join('|')}) ${reply} ;;`);
  const options = declarations.map(
    ({ name, flags }) =>
      `      ${name}) options='${[...Object.keys(flags), 'help'].map((flag) => `--${flag}`).join(' ')}' ;;`,
  );
  const words = declarations.map((declaration) => `    ${declaration.name}) ${toReply(offerOfWords(declaration))} ;;`);
  const names = declarations.map(({ name }) => name);
  return `# bash completion of vatmock
_vatmock() {
  local word=\${COMP_WORDS[COMP_CWORD]} options=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names.join(' ')} --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${cases.join('\n')}
  esac
  if [ "\${word:0:1}" = - ]; then
    case "\${COMP_WORDS[1]}" in
${options.join('\n')}
    esac
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${words.join('\n')}
  esac
}
complete -o default -F _vatmock vatmock`;
};
