import type { Operation, Parameter } from '../../engine/contract/contract.ts';
import { isSecretHeader, toConditions } from '../../engine/matching/condition.ts';
import { checkName, suggest } from '../../engine/matching/nearest.ts';
import { PatternError } from '../../engine/matching/pattern.ts';
import { PointerError, faultOfPointer } from '../../engine/matching/pointer.ts';
import { checkBody, faultOfReadings } from '../../engine/scenarios/check-values.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { placeholderDiagnostics } from '../../engine/scenarios/template.ts';
import { isInstant } from '../../kernel/clock.ts';
import { type DiagnosticList, type PathDiagnostic, collectDiagnostics } from '../../kernel/diagnostic.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import {
  MOST_STORY_STEPS,
  STORY_PLACEHOLDERS,
  calledBy,
  operationsOf,
  namesSandbox,
  type CallFile,
  type StoryboardWords,
} from './storyboard.ts';
import type { ActionFile, ParamsFile, ProofFile, StepFile, StoryboardFile } from '../../generated/storyboard-file.ts';

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
  { actions, proof = [], look }: StepFile,
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

/** An action must be a valid call, unless it says that it is not. */
const checkAction = (action: ActionFile, words: StoryboardWords, diagnostics: DiagnosticList): void => {
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

const checkPointer = (pointer: string, diagnostics: DiagnosticList): void => {
  const fault = faultOfPointer(pointer);
  if (fault !== undefined) diagnostics.add(`"${pointer}" ${fault}`);
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
    const checked = { value: body, pointer: json.schema.pointer, what: `the body for ${id}` };
    checkBody(checked, schema, diagnostics.at('body'));
  }
};

/** Checks the operation of a call and its parameters; returns the operation, undefined if there is none. */
const checkCall = (
  file: CallFile,
  words: StoryboardWords,
  isProof: boolean,
  diagnostics: DiagnosticList,
): Operation | undefined => {
  const { api, id } = calledBy(file);
  const schema = words[api];
  const at = diagnostics.at(api === 'service' ? 'call' : 'control');
  const operation = schema.operation(id);
  const allowed = operationsOf(words, api, isProof);
  if (operation === undefined) {
    checkName(`the ${api === 'service' ? 'description' : 'control API'} has no operation`, id, allowed, at.add);
    return undefined;
  }
  if (!allowed.includes(id)) {
    at.add(
      isProof
        ? `${id} cannot prove anything here, since a proof only reads: ${suggest(id, allowed)}`
        : `${id} cannot be an action: ${suggest(id, allowed)}`,
    );
    return undefined;
  }
  checkParameters(file, operation, schema, diagnostics);
  return operation;
};

/** Chosen by the show: the sandbox in which it is played. */
const OWN = 'sandbox';

const checkParameters = (
  { params = {} }: CallFile,
  operation: Operation,
  schema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const { id, parameters } = operation;
  const known = parameters.filter(
    ({ in: place, name }) => (place === 'path' && !namesSandbox(operation)) || (place === 'query' && name !== OWN),
  );
  for (const [name, value] of Object.entries(params)) {
    const parameter = known.find((one) => one.name === name);
    const at = diagnostics.at('params', name);
    if (parameter === undefined)
      checkName(
        `${id} has no parameter`,
        name,
        known.map((one) => one.name),
        at.addKey,
      );
    else checkValue(parameter, value, schema, at);
  }
  for (const { name, in: place, required } of known)
    if (required && !Object.hasOwn(params, name))
      diagnostics.add(`${id} needs the ${place} parameter "${name}": add it to params`);
};

/** Parameters are strings; how a string is parsed depends on its schema. */
const checkValue = (
  { name, schema: { pointer } }: Parameter,
  value: ParamsFile[string],
  schema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const text = String(value);
  if (text.includes('{{')) return;
  const fault = faultOfReadings([value, text, [text], text.split(',')], pointer, schema);
  if (fault !== undefined)
    diagnostics.add(
      `"${text}" is no value of the parameter "${name}": it ${fault}. Correct it, or add offContract: true`,
    );
};

/** `actions` is the number of actions of the step. */
const checkProof = async (
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
