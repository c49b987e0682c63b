import type { Operation } from '../../engine/contract/contract.ts';
import { isSecretHeader } from '../../engine/matching/condition.ts';
import { checkName, suggest } from '../../engine/matching/nearest.ts';
import { faultOfPointer } from '../../kernel/json-pointer.ts';
import { checkConditions, checkSentBody, faultOfParameter } from '../../engine/scenarios/check-values.ts';
import { placeholderDiagnostics } from '../../engine/scenarios/template.ts';
import { isInstant } from '../../kernel/clock.ts';
import { type DiagnosticList, type PathDiagnostic, collectDiagnostics } from '../../kernel/diagnostic.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import {
  MOST_STORY_STEPS,
  STORY_PLACEHOLDERS,
  calledBy,
  operationsOf,
  namesSandbox,
  type StoryboardWords,
} from './storyboard.ts';
import type { ActionFile, ProofFile, StoryboardFile } from '../../generated/storyboard-file.ts';

/**
 * Checks a storyboard against the descriptions of the two APIs that it calls. The file has already been validated against
 * its schema; these checks are beyond what a schema can express.
 */
export const checkStoryboard = async (
  { clock, chapters }: StoryboardFile,
  words: StoryboardWords,
  pause?: Pause,
): Promise<readonly PathDiagnostic[]> => {
  const found: PathDiagnostic[] = [];
  const diagnostics = collectDiagnostics(found);
  if (!isInstant(clock))
    diagnostics
      .at('clock')
      .add(`must be a time with a time zone, but is "${clock}": write, for example, 2026-11-30T08:30:00Z`);
  const count = chapters.reduce((sum, { steps }) => sum + steps.length, 0);
  if (count > MOST_STORY_STEPS)
    diagnostics.at('chapters').add(`has ${count} steps, but the maximum is ${MOST_STORY_STEPS}: split the storyboard`);
  const saved = new Set<string>();
  const checkPlaceholders = (value: unknown, at: DiagnosticList): void => {
    for (const { path, message } of placeholderDiagnostics(value, (name) => faultOf(name, saved)))
      at.at(...path).add(message);
  };
  for (const [chapter, { steps }] of chapters.entries())
    for (const [step, { actions, proof = [], look }] of steps.entries()) {
      const ofStep = diagnostics.at('chapters', chapter, 'steps', step);
      for (const [index, action] of actions.entries()) {
        const at = ofStep.at('actions', index);
        const { save = {}, title: _title, ...filled } = action;
        checkPlaceholders(filled, at);
        checkAction(action, words, at);
        for (const name of Object.keys(save)) saved.add(name);
      }
      for (const [index, one] of proof.entries()) {
        const at = ofStep.at('proof', index);
        checkPlaceholders(one, at);
        await checkProof(one, actions.length, words, at);
      }
      if (look !== undefined) checkPlaceholders({ look }, ofStep);
      await pause?.();
    }
  return found;
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
  const { headers = {}, save = {}, body, upload, offContract } = action;
  for (const name of Object.keys(headers)) {
    const at = diagnostics.at('headers', name);
    if (isSecretHeader(name))
      at.addKey(`${name} would put a credential into the file: remove it, the show signs in by itself`);
    else if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      at.addKey(`"${name}" is not the name of a header: use letters, digits and hyphens`);
  }
  for (const [name, pointer] of Object.entries(save)) {
    const fault = faultOfPointer(pointer);
    if (fault !== undefined) diagnostics.at('save', name).add(`"${pointer}" ${fault}`);
  }
  const operation = checkCall(action, words, false, diagnostics);
  if (operation === undefined || offContract === true) return;
  const takesFile =
    operation.requestBody?.contents.some(({ mediaType }) => mediaType.startsWith('multipart/')) === true;
  if (upload !== undefined && !takesFile)
    diagnostics.at('upload').addKey(`${operation.id} takes no file: use another call, or write body instead of upload`);
  if (body !== undefined || upload === undefined)
    checkSentBody(
      operation,
      body,
      words[calledBy(action).api],
      diagnostics,
      takesFile ? ['add upload', 'write upload instead of body'] : undefined,
    );
};

/** Chosen by the show: the sandbox in which it is played. */
const OWN = 'sandbox';

/** Checks the operation of a call and its parameters; returns the operation, undefined if there is none. */
const checkCall = (
  { params = {}, offContract, ...called }: Pick<ActionFile, 'call' | 'control' | 'params' | 'offContract'>,
  words: StoryboardWords,
  isProof: boolean,
  diagnostics: DiagnosticList,
): Operation | undefined => {
  const { api, id } = calledBy(called);
  const operation = words[api].operation(id);
  const allowed = operationsOf(words, api, isProof);
  if (operation === undefined || !allowed.includes(id)) {
    const at = diagnostics.at(api === 'service' ? 'call' : 'control');
    if (operation === undefined)
      checkName(`the ${api === 'service' ? 'description' : 'control API'} has no operation`, id, allowed, at.add);
    else
      at.add(
        isProof
          ? `${id} cannot prove anything here, since a proof only reads: ${suggest(id, allowed)}`
          : `${id} cannot be an action: ${suggest(id, allowed)}`,
      );
    return undefined;
  }
  const known = operation.parameters.filter(
    ({ in: place, name }) => (place === 'path' && !namesSandbox(operation)) || (place === 'query' && name !== OWN),
  );
  for (const [name, value] of Object.entries(offContract === true ? {} : params)) {
    const parameter = known.find((one) => one.name === name);
    const at = diagnostics.at('params', name);
    if (parameter === undefined) {
      const names = known.map((one) => one.name);
      checkName(`${id} has no parameter`, name, names, at.addKey);
      continue;
    }
    const text = String(value);
    const fault = text.includes('{{') ? undefined : faultOfParameter(parameter, value, words[api]);
    if (fault !== undefined)
      at.add(`"${text}" is no value of the parameter "${name}": it ${fault}. Correct it, or add offContract: true`);
  }
  // Those of the path are needed to send the call, whatever it is.
  for (const { name, in: place, required } of known)
    if (required && !Object.hasOwn(params, name) && (place === 'path' || offContract !== true))
      diagnostics.add(`${id} needs the ${place} parameter "${name}": add it to params`);
  return operation;
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
        .add(`is ${answer}, but the step has ${actions} actions: choose one of them, counted from 1`);
    if (proof.params !== undefined)
      diagnostics.at('params').addKey('params requires call or control: remove params, or replace answer');
    if (status === undefined && Object.keys(headers).length + Object.keys(body).length === 0)
      diagnostics.add('proves nothing: add status, headers or body');
  }
  await checkConditions({ headers, body }, [], undefined, words.service, diagnostics);
};
