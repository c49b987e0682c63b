import { isInstant } from '../../engine/scenarios/is-instant.ts';
import { placeholderDiagnostics } from '../../engine/scenarios/template.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import { type DiagnosticList, type PathDiagnostic, collectDiagnostics } from '../../kernel/diagnostic.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { checkAction } from './check-action.ts';
import { checkProof } from './check-proof.ts';
import { MOST_STORY_STEPS, type StoryStepFile, type StoryboardFile } from './storyboard-file.ts';
import { STORY_PLACEHOLDERS, type StoryboardWords } from './storyboard-words.ts';

/**
 * Checks a storyboard against the descriptions of the two APIs that it calls. The file has already been validated against
 * its schema; these checks are beyond what a schema can express.
 */
export const checkStoryboard = async (
  file: StoryboardFile,
  words: StoryboardWords,
  pause?: Pause,
): Promise<readonly PathDiagnostic[]> => {
  const found: PathDiagnostic[] = [];
  const diagnostics = collectDiagnostics(found);
  const { clock, chapters } = file;
  if (!isInstant(clock))
    diagnostics
      .at('clock')
      .add(`must be a time with a time zone, but is "${clock}": write, for example, 2026-11-30T08:30:00Z`);
  const steps = chapters.reduce((sum, chapter) => sum + chapter.steps.length, 0);
  if (steps > MOST_STORY_STEPS)
    diagnostics
      .at('chapters')
      .add(`has ${String(steps)} steps, but the maximum is ${String(MOST_STORY_STEPS)}: split the storyboard`);
  const saved = new Set<string>();
  for (const [chapterIndex, chapter] of chapters.entries())
    for (const [index, step] of chapter.steps.entries()) {
      await checkStep(step, words, saved, diagnostics.at('chapters', chapterIndex, 'steps', index));
      await pause?.();
    }
  return found;
};

const checkStep = async (
  { actions, proof = [], look }: StoryStepFile,
  words: StoryboardWords,
  saved: Set<string>,
  diagnostics: DiagnosticList,
): Promise<void> => {
  for (const [index, action] of actions.entries()) {
    const at = diagnostics.at('actions', index);
    const { save = {}, title: _title, ...filled } = action;
    checkPlaceholders(filled, saved, at);
    checkAction(action, words, at);
    for (const name of Object.keys(save)) saved.add(name);
  }
  for (const [index, one] of proof.entries()) {
    const at = diagnostics.at('proof', index);
    checkPlaceholders(one, saved, at);
    await checkProof(one, actions.length, words, at);
  }
  if (look !== undefined) checkPlaceholders({ look }, saved, diagnostics);
};

const checkPlaceholders = (value: unknown, saved: ReadonlySet<string>, diagnostics: DiagnosticList): void => {
  for (const { path, message } of placeholderDiagnostics(value, (name) => faultOf(name, saved)))
    diagnostics.at(...path).add(message);
};

const faultOf = (name: string, saved: ReadonlySet<string>): string | undefined => {
  const own = /^saved\.(.+)$/.exec(name)?.[1];
  if (own === undefined ? STORY_PLACEHOLDERS.includes(name) : saved.has(own)) return undefined;
  const known = [...[...saved].map((one) => `saved.${one}`), ...STORY_PLACEHOLDERS];
  return own === undefined
    ? `{{${name}}} is not a placeholder: ${suggest(name, known)}`
    : `{{${name}}} is not saved by an earlier action: add "save: { ${own}: /uuid }" to the action that it comes from, or correct the name: ${suggest(name, known)}`;
};
