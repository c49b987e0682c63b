import type { Operation } from '../contract/contract.ts';
import { checkConditions, checkPointer } from './check-conditions.ts';
import { checkDuration } from './check-duration.ts';
import { checkMeanwhile } from './check-meanwhile.ts';
import { checkReply } from './check-reply.ts';
import { LONGEST_DELAY } from './delay.ts';
import type { FlawList } from './flaw.ts';
import { suggest } from '../matching/nearest.ts';
import { placeholderFlaws, spotsIn } from './placeholder.ts';
import { checkValues } from './check-values.ts';
import type { DelayFile, Meanwhile, ReplyFile, StepFile } from './scenario-file.ts';
import type { Vocabulary } from './vocabulary.ts';

export const checkStep = async (step: StepFile, vocabulary: Vocabulary, flaws: FlawList): Promise<void> => {
  const { on, at, when = {}, reply, delay, fault, meanwhile, moveTo, nth, times, count } = step;
  const operations = operationsOf(on, vocabulary, flaws.at('on'));
  await checkConditions(when, operations, vocabulary, flaws.at('when'));
  const [only] = operations.length === 1 ? operations : [];
  if (at === undefined && only !== undefined) checkValues(when, only, vocabulary, flaws.at('when'));
  if (at === 'received' && when.body !== undefined)
    flaws
      .at('when', 'body')
      .addKey('the body is not available at received: remove "at", or match headers and parameters');
  if (meanwhile !== undefined) {
    checkMeanwhile(meanwhile, only, vocabulary, flaws.at('meanwhile'));
    if (at === 'received')
      flaws.at('meanwhile').addKey('at received, the request has not been validated yet: remove "at"');
    checkPlaceholders(meanwhile, operations, step, vocabulary, flaws.at('meanwhile'));
  }
  if (reply !== undefined && reply !== 'pass') {
    checkReply(reply, operations, vocabulary, flaws.at('reply'));
    checkPlaceholders(reply, operations, step, vocabulary, flaws.at('reply'));
  }
  if (delay !== undefined) checkDelay(delay, flaws.at('delay'));
  if (typeof fault === 'object')
    checkDuration(fault.slowBody.over, { most: LONGEST_DELAY, least: 1 }, flaws.at('fault', 'slowBody', 'over'));
  if (fault === 'commit-then-reset') checkCommit(step, flaws.at('fault'));
  if (nth !== undefined && times !== undefined)
    flaws.at('times').addKey('nth selects one request and times several: keep one of the two');
  if (count !== undefined && nth === undefined && times === undefined && moveTo === undefined)
    flaws.at('count').addKey('count has no effect here: add times, nth or moveTo, or remove count');
  const doesSomething = [reply, delay, fault, meanwhile, moveTo].some((part) => part !== undefined);
  if (!doesSomething) flaws.add('the step does nothing: add a reply, a delay, a fault, meanwhile or moveTo');
};

const operationsOf = (on: string, { operation, operationIds, contract }: Vocabulary, flaws: FlawList) => {
  if (on === '*') return contract.operations;
  const found = operation(on);
  if (found !== undefined) return [found];
  flaws.add(`the description has no operation "${on}": ${suggest(on, operationIds)}`);
  return [];
};

const checkCommit = ({ at, reply }: StepFile, flaws: FlawList): void => {
  if (reply !== undefined && reply !== 'pass')
    flaws.add(
      'commit-then-reset needs the operation to run, but reply replaces it: remove reply, or use CONNECTION_RESET_BY_PEER',
    );
  if (at === 'received')
    flaws.add('commit-then-reset needs the operation to run: remove "at", or use CONNECTION_RESET_BY_PEER');
};

const checkDelay = (delay: string | DelayFile, flaws: FlawList): void => {
  const within = { most: LONGEST_DELAY };
  if (typeof delay === 'string') {
    checkDuration(delay, within, flaws);
    return;
  }
  const { fixed, uniform, lognormal } = delay;
  if (fixed !== undefined) checkDuration(fixed, within, flaws.at('fixed'));
  if (uniform !== undefined) {
    const lower = checkDuration(uniform.lower, within, flaws.at('uniform', 'lower'));
    const upper = checkDuration(uniform.upper, within, flaws.at('uniform', 'upper'));
    if (lower !== undefined && upper !== undefined && lower > upper)
      flaws.at('uniform', 'lower').add(`${uniform.lower} is more than upper, ${uniform.upper}: swap them`);
  }
  if (lognormal !== undefined) {
    const { median, atMost } = lognormal;
    const middle = checkDuration(median, { ...within, least: 1 }, flaws.at('lognormal', 'median'));
    const most = atMost === undefined ? undefined : checkDuration(atMost, within, flaws.at('lognormal', 'atMost'));
    if (middle !== undefined && most !== undefined && most < middle)
      flaws.at('lognormal', 'atMost').add(`${String(atMost)} is less than the median, ${median}: raise or remove it`);
  }
};

/** Each must be one of the list, and ask for something that the operation has. */
const checkPlaceholders = (
  value: ReplyFile | Meanwhile,
  operations: readonly Operation[],
  { at }: StepFile,
  vocabulary: Vocabulary,
  flaws: FlawList,
): void => {
  const wrong = placeholderFlaws(value, at === 'received' ? 'reply-at-received' : 'reply');
  for (const { path, message } of wrong) flaws.at(...path).add(message);
  const [only] = operations.length === 1 ? operations : [];
  if (only === undefined || wrong.length > 0) return;
  for (const { path, names } of spotsIn(value))
    for (const name of names) {
      const [, place, key = ''] = /^request\.(path|query)\.(.+)$/.exec(name) ?? [];
      const known = only.parameters.filter((parameter) => parameter.in === place).map((parameter) => parameter.name);
      if (place !== undefined && !known.includes(key))
        flaws.at(...path).add(`{{${name}}}: ${only.id} has no ${place} parameter "${key}": ${suggest(key, known)}`);
      if (name.startsWith('request.body/'))
        checkPointer(name.slice('request.body'.length), [only], vocabulary, asValue(flaws.at(...path)));
    }
};

/** Here the text is at fault, not the name of its member. */
const asValue = (flaws: FlawList): FlawList => ({ ...flaws, addKey: flaws.add });
