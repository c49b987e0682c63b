import { PatternError } from '../../engine/matching/pattern.ts';
import { PointerError } from '../../engine/matching/pointer.ts';
import { toConditions } from '../../engine/matching/condition.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { checkPointer } from './check-action.ts';
import { checkCall } from './check-call.ts';
import type { ProofFile } from './storyboard-file.ts';
import type { StoryboardWords } from './storyboard-words.ts';

/** `actions` is the number of actions of the step. */
export const checkProof = async (
  proof: ProofFile,
  actions: number,
  words: StoryboardWords,
  diagnostics: DiagnosticList,
): Promise<void> => {
  const { answer, status, headers = {}, body = {} } = proof;
  if (answer === undefined) checkCall(proof, words, true, diagnostics);
  else {
    if (answer > actions)
      diagnostics
        .at('answer')
        .add(`is ${String(answer)}, but the step has ${String(actions)} actions: choose one of them, counted from 1`);
    if (proof.params !== undefined)
      diagnostics.at('params').addKey('params requires call or control: remove params, or replace answer');
    if (status === undefined && Object.keys(headers).length + Object.keys(body).length === 0)
      diagnostics.add('proves nothing: add status, headers or body');
  }
  for (const pointer of Object.keys(body)) checkPointer(pointer, diagnostics.at('body', pointer));
  await checkPatterns('headers', headers, diagnostics);
  await checkPatterns('body', body, diagnostics);
};

const checkPatterns = async (
  member: 'headers' | 'body',
  conditions: NonNullable<ProofFile['body']>,
  diagnostics: DiagnosticList,
): Promise<void> => {
  for (const [name, condition] of Object.entries(conditions))
    try {
      await toConditions({ [member]: { [name]: condition } });
    } catch (error) {
      // A wrong pointer is already reported.
      if (error instanceof PointerError) continue;
      if (!(error instanceof PatternError)) throw error;
      diagnostics.at(member, name, 'matches').add(error.message);
    }
};
