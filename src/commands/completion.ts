import { COMMANDS } from '../generated/commands.ts';
import { type CommandDeclaration, type Flag, type Run, flagsOf } from './command-line/command.ts';
import { HELP } from './command-line/help.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';

/** Completion at a position of the command line: words, files, or nothing. */
type Offer = readonly string[] | 'files';

const offerOfValue = ({ value = '', choices = [] }: Flag): Offer =>
  /\b(?:FILE|FOLDER)\b/.test(value) ? 'files' : choices;

/** With `files`, readline completes file names itself where the function returns nothing. */
const toReply = (offer: Offer): string =>
  offer === 'files'
    ? 'return'
    : offer.length === 0
      ? 'compopt +o default 2>/dev/null; return'
      : `COMPREPLY=($(compgen -W '${offer.join(' ')}' -- "$word")); return`;

/** Also works with bash 3.2 of macOS, and with zsh by its bashcompinit. */
const toBash = (declarations: readonly CommandDeclaration[]): string => {
  const cases = declarations.flatMap((declaration) =>
    Object.entries(flagsOf(declaration))
      .filter(([, { value }]) => value !== undefined)
      .map(([flag, described]) => `    '${declaration.name} --${flag}') ${toReply(offerOfValue(described))} ;;`),
  );
  const options = declarations.map(
    (declaration) =>
      `      ${declaration.name}) options='${[...Object.keys(flagsOf(declaration)), 'help'].map((flag) => `--${flag}`).join(' ')}' ;;`,
  );
  const words = declarations.map(({ name, wordChoices = [] }) => `    ${name}) ${toReply(wordChoices)} ;;`);
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

/** Prints a shell script that completes all commands and their options. */
export const run: Run = ({ words }, { print }) => {
  if (words.join(' ') !== 'bash')
    throw new UsageError('completion needs the name of a shell: bash, whose script zsh also reads');
  print(toBash([...COMMANDS, { ...HELP, wordChoices: COMMANDS.map(({ name }) => name) }]));
  return Promise.resolve(EXIT.ok);
};
