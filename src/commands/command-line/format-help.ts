import type { Command, Help, Option } from 'commander';
import type { CommandDeclaration } from './declaration.ts';

/** Wraps paragraphs to the terminal width; lines that begin with a space, such as examples, stay as they are. */
const wrap = (text: string, helper: Help): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph.startsWith(' ')
        ? paragraph
        : helper.boxWrap(paragraph.replaceAll(/\n(?! )/g, ' '), helper.helpWidth ?? 0),
    )
    .join('\n\n');

const indent = (text: string, helper: Help): string =>
  helper.boxWrap(text, (helper.helpWidth ?? 0) - INDENT.length).replaceAll(/^/gm, INDENT);

const INDENT = ' '.repeat(6);

/** `--help, -h`, `--port NUMBER`. */
const termOf = ({ flags, long, short }: Option): string =>
  short === undefined ? flags.replaceAll(/[<>]/g, '') : `${String(long)}, ${short}`;

export const formatCommandHelp = (command: Command, declaration: CommandDeclaration, helper: Help): string => {
  const { name, summary, about, notes } = declaration;
  const options = helper
    .visibleOptions(command)
    .map((option) => `  ${termOf(option)}\n${indent(helper.optionDescription(option), helper)}`);
  return [
    helper.boxWrap(`vatmock ${name} ${command.usage()}`.trimEnd() + `: ${summary}`, helper.helpWidth ?? 0),
    ...(about === undefined ? [] : [wrap(about, helper)]),
    options.join('\n'),
    ...(notes === undefined ? [] : [wrap(notes, helper)]),
  ].join('\n\n');
};
