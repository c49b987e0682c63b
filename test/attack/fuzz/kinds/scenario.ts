import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import type { Outcome } from '../../network/send.ts';
import { toOrder } from '../../tenant/order.ts';
import { pick } from '../draw-text.ts';
import { type Kind, PATIENCE } from '../kind.ts';
import { mutateDocument } from '../mutate-document.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');

const read = (folder: string): readonly unknown[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => parse(readFileSync(path.join(ROOT, folder, file), 'utf8')) as unknown);

/** A file that is shipped cannot be replaced. */
const NAME = /"(scenario|storyboard)":"[^"]+"/;

/** A file that is shipped, mutated; as YAML in blocks, or in one line as JSON. */
const fileKind = (
  name: string,
  limit: number,
  /** How it is sent. */
  [method, path]: readonly [string, string],
  uses: readonly (readonly [string, string, object?])[],
): Kind => {
  const files = read(`${name}s`);
  const kind: Kind = {
    name,
    limit,
    draw: (random) => {
      const text = mutateDocument(random, pick(random, files), kind.limit - 9, files).replace(NAME, '"$1":"fuzz"');
      const blocks = random.integer(0, 1) === 0 ? stringify(JSON.parse(text)) : text;
      return [Buffer.byteLength(blocks) > kind.limit ? text : blocks];
    },
    play: async ({ send, tenant, renewToken }, [text = '']) => {
      const { seller, buyer } = tenant;
      let { token } = tenant;
      const yaml = { 'content-type': 'application/yaml' };
      const json = { 'content-type': 'application/json', 'idempotency-key': 'fuzz' };
      const control = (how: string, to: string, body?: object): Promise<Outcome> =>
        send({
          method: how,
          path: `/__admin${to}`,
          headers: json,
          token,
          within: PATIENCE,
          body: body === undefined ? '' : JSON.stringify(body),
        });
      const sent = await send({ method, path: `/__admin${path}`, headers: yaml, token, body: text });
      const outcomes = [sent];
      if (sent.status !== 200 && sent.status !== 201) return outcomes;
      const [begin, ...after] = uses;
      if (begin !== undefined) outcomes.push(await control(...begin));
      const order = JSON.stringify(toOrder(buyer, 'FUZZ', 3));
      // A scenario may well want these to fail.
      const meanwhile = { token, headers: json, within: 1000 };
      await send({ ...meanwhile, path: '/v1/me' });
      await send({ ...meanwhile, path: `/v1/partners/${seller}/buyers/${buyer}` });
      await send({ ...meanwhile, method: 'POST', path: `/v1/partners/${seller}/orders`, body: order });
      for (const use of after) {
        const outcome = await control(...use);
        outcomes.push(outcome);
        if (outcome.status === 401) token = await renewToken();
      }
      return outcomes;
    },
  };
  return kind;
};

export const scenario = fileKind(
  'scenario',
  256 * 1024,
  ['POST', '/scenarios'],
  [
    ['POST', '/scenarios/fuzz/activate'],
    ['POST', '/clock/advance', { by: 'PT3H' }],
    ['GET', '/scenarios'],
    ['GET', '/scenarios/fuzz/verdict'],
    ['GET', '/scenarios/fuzz'],
    ['GET', '/state'],
    ['POST', '/scenarios/fuzz/deactivate'],
  ],
);

export const storyboard = fileKind(
  'storyboard',
  128 * 1024,
  ['PUT', '/show'],
  [
    ['POST', '/show/next'],
    ...Array.from({ length: 3 }, () => ['POST', '/show/next'] as const),
    ['POST', '/show/back'],
    ['PUT', '/show', { storyboard: 'fuzz', chapter: 1, step: 1 }],
    ['GET', '/show'],
    ['DELETE', '/show'],
  ],
);
