import { drawText, pick, tokensOf } from '../draw-text.ts';
import type { Kind } from '../kind.ts';

const TOKENS = tokensOf(
  '- ¦? ¦: ¦, ¦[¦]¦{¦}¦#¦ #¦\n¦\r\n¦\r¦  ¦\t¦\n  ¦---\n¦...\n¦&a ¦&№ ¦*a ¦*№ ¦!a ¦!!str ¦!<tag:x> ¦%YAML 1.2\n',
  '%TAG ! a\n¦\ufeff¦|\n¦>\n¦|9+\n¦>-\n¦"¦\'¦"a" ¦\'\'¦\\x¦\\u0041¦"\\\n¦<<: *a\n¦~¦=¦@¦`¦a: b\n¦a: ¦№: 1\n¦k№: {¦0x',
  "1_000¦1e5¦.inf¦2026-01-01¦1:2¦é¦\u2028¦scenario: a\n¦steps:\n¦- on: createOrder\n¦- {on: '*', reply: pass}\n",
  'xxxxxxxxxxxxxxxxxxxx¦                  ',
);

export const yaml: Kind = {
  name: 'yaml',
  limit: 256 * 1024,
  draw: (random) => [pick(random, ['scenarios', 'scenarios/validate', 'show']), drawText(random, TOKENS, yaml.limit)],
  play: async ({ send, tenant: { token } }, [path = '', body = '']) => [
    await send({
      method: path === 'show' ? 'PUT' : 'POST',
      path: `/__admin/${path}`,
      headers: { 'content-type': 'application/yaml' },
      token,
      body,
    }),
  ],
};
