import { COMMANDS } from '../generated/commands.ts';
import { type CommandDeclaration, type Flag, type Run, flagsOf } from './command-line/command.ts';
import { HELP } from './command-line/help.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { UsageError } from './terminal/usage-error.ts';

/** Completion at a position of the command line: words, files, or nothing. */
type Offer = readonly string[] | 'files';

const offerOfValue = ({ value = '', choices = [] }: Flag): Offer =>
  /\b(?:FILE|FOLDER)\b/.test(value) ? 'files' : choices;

/** The first sentence, short enough to show beside the option. */
const briefly = (help: string): string => /^.*?(?=\.? [A-Z]|[.;] |\.?$)/s.exec(help)?.[0] ?? help;

/** With `files`, readline completes file names itself where the function returns nothing. */
const toReply = (offer: Offer): string =>
  offer === 'files'
    ? 'return'
    : offer.length === 0
      ? 'compopt +o default 2>/dev/null; return'
      : `COMPREPLY=($(compgen -W '${offer.join(' ')}' -- "$word")); return`;

/** Also works with bash 3.2 of macOS. */
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

const escape = (text: string): string => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);

const toWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const toAction = (offer: Offer): string =>
  offer === 'files' ? '_files' : offer.length === 0 ? '' : `(${offer.map(escape).join(' ')})`;

const toOption = ([name, flag]: readonly [string, Flag]): string => {
  const { value, help, isRepeated = false } = flag;
  const taken = value === undefined ? '' : `:${escape(value)}:${toAction(offerOfValue(flag))}`;
  return toWord(`${isRepeated ? '*' : ''}--${name}[${escape(briefly(help))}]${taken}`);
};

const toArguments = (declaration: CommandDeclaration): string => {
  const { name, words, wordChoices = [] } = declaration;
  const specs = [
    ...Object.entries(flagsOf(declaration)).map(toOption),
    toWord('--help[show this help]'),
    toWord(`*:${escape(words)}:${toAction(wordChoices)}`),
  ];
  return `    ${name}) _arguments \\\n${specs.map((spec) => `      ${spec}`).join(' \\\n')} ;;`;
};

const toZsh = (declarations: readonly CommandDeclaration[]): string => `#compdef vatmock
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

const SHELLS = ['bash', 'zsh'] as const;

const SCRIPTS = { bash: toBash, zsh: toZsh } as const satisfies Record<(typeof SHELLS)[number], unknown>;

/** Prints a shell script that completes all commands and their options. */
export const run: Run = ({ words }, { print }) => {
  const [wanted = '', ...others] = words;
  const shell = SHELLS.find((name) => name === wanted);
  if (shell === undefined || others.length > 0)
    throw new UsageError(`completion needs the name of one shell: ${SHELLS.join(', ')}`);
  print(SCRIPTS[shell]([...COMMANDS, { ...HELP, wordChoices: COMMANDS.map(({ name }) => name) }]));
  return Promise.resolve(EXIT.ok);
};
