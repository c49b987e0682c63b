import { isJsonMediaType } from '../../kernel/http.ts';
import type { Operation } from '../../engine/contract/contract.ts';
import { isSecretHeader } from '../../engine/matching/condition.ts';
import { PointerError, parsePointer } from '../../engine/matching/pointer.ts';
import { checkBody } from '../../engine/scenarios/check-body.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { checkCall } from './check-call.ts';
import { type ActionFile, calledBy } from './storyboard-file.ts';
import type { StoryboardWords } from './storyboard-words.ts';

/** An action must be a valid call, unless it says that it is not. */
export const checkAction = (action: ActionFile, words: StoryboardWords, diagnostics: DiagnosticList): void => {
  checkHeaders(action, diagnostics.at('headers'));
  for (const [name, pointer] of Object.entries(action.save ?? {})) checkPointer(pointer, diagnostics.at('save', name));
  if (action.offContract === true) checkOperationOnly(action, words, diagnostics);
  else {
    const operation = checkCall(action, words, false, diagnostics);
    if (operation !== undefined) checkContent(action, operation, words[calledBy(action).api], diagnostics);
  }
};

/** The parameters are not checked, but those of the path are needed to send the call. */
const checkOperationOnly = (action: ActionFile, words: StoryboardWords, diagnostics: DiagnosticList): void => {
  const { api, id } = calledBy(action);
  const inPath = (words[api].operation(id)?.parameters ?? []).filter(({ in: place }) => place === 'path');
  const params = Object.fromEntries(inPath.map(({ name }) => [name, '{{}}']));
  const known = inPath.every(({ name }) => Object.hasOwn(action.params ?? {}, name));
  checkCall({ ...action, params: known ? params : (action.params ?? {}) }, words, false, diagnostics);
};

const checkHeaders = ({ headers = {} }: ActionFile, diagnostics: DiagnosticList): void => {
  for (const name of Object.keys(headers))
    if (isSecretHeader(name))
      diagnostics
        .at(name)
        .addKey(`${name} would put a credential into the file: remove it, the show signs in by itself`);
    else if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      diagnostics.at(name).addKey(`"${name}" is not the name of a header: use letters, digits and hyphens`);
};

export const checkPointer = (pointer: string, diagnostics: DiagnosticList): void => {
  try {
    parsePointer(pointer);
  } catch (error) {
    if (!(error instanceof PointerError)) throw error;
    diagnostics.add(`"${pointer}" ${error.message}`);
  }
};

const checkContent = (
  { body, upload }: ActionFile,
  { id, requestBody }: Operation,
  schema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const contents = requestBody?.contents ?? [];
  const multipart = contents.find(({ mediaType }) => mediaType.startsWith('multipart/'));
  const json = contents.find(({ mediaType }) => isJsonMediaType(mediaType));
  if (upload !== undefined && multipart === undefined)
    diagnostics.at('upload').addKey(`${id} takes no file: use another call, or write body instead of upload`);
  if (body === undefined && upload === undefined && requestBody?.required === true)
    diagnostics.add(`${id} requires a body: add ${multipart === undefined ? 'body' : 'upload'}`);
  if (body === undefined) return;
  if (json === undefined)
    diagnostics
      .at('body')
      .addKey(
        `${id} accepts no ${contents.length === 0 ? 'body' : 'JSON'}: ${multipart === undefined ? 'remove body' : 'write upload instead of body'}`,
      );
  else if (json.schema !== undefined) {
    const checked = { value: body, schema: json.schema, isPartial: false, what: `the body for ${id}` };
    checkBody(checked, schema, diagnostics.at('body'));
  }
};
