/** An entry of spec/assumptions.yaml, as far as a reader of the page is concerned. */
export interface ListedAssumption {
  readonly id: string;
  readonly question: string;
  readonly chosen: string;
  readonly chosenId?: string;
  readonly alternatives: readonly (string | ListedAlternative)[];
  readonly where: readonly string[];
  readonly switchable: boolean;
  readonly why?: string;
}

interface ListedAlternative {
  readonly id: string;
  readonly text: string;
}

const INTRODUCTION = `Where the published text of the API is silent, the stub has to decide. This page lists every decision, and everything in \`spec/\` that depends on one has its id as \`x-assumption\`. Before you rely on one, ask the operator of the real service.`;

const SWITCHES = `If an alternative starts with \`id=alternative\`, you can switch the stub to it: with \`--assume id=alternative\` for the whole server, or with [the control API](switchboard.md) for one sandbox.`;

export const assumptions = (entries: readonly ListedAssumption[], note: string): string =>
  `# Assumptions\n\n${note}\n\n${[INTRODUCTION, ...(entries.some(({ chosenId }) => chosenId !== undefined) ? [SWITCHES] : []), ...entries.map(section)].join('\n\n')}\n`;

const section = (entry: ListedAssumption): string => {
  const { id, question, chosen, chosenId, where, why } = entry;
  return [
    `## ${id}`,
    `**Open:** ${question.trim()}`,
    `**Chosen:** ${chosenId === undefined ? '' : `\`${id}=${chosenId}\`: `}${chosen.trim()}`,
    `**Alternatives:** ${insteadOf(entry)}`,
    `**Affects:** ${where.map((place) => `\`${place}\``).join(', ')}`,
    ...(why === undefined ? [] : [`**No switch:** ${why.trim()}`]),
  ].join('\n\n');
};

const insteadOf = ({ id, alternatives, switchable }: ListedAssumption): string => {
  const texts = alternatives.map((each) => (typeof each === 'string' ? each : `\`${id}=${each.id}\`: ${each.text}`));
  if (!alternatives.some((each) => typeof each !== 'string'))
    return `${texts.join('; ')}${switchable ? '\n\nSwitched by a setting.' : ''}`;
  return `\n\n${texts.map((text) => `- ${text}`).join('\n')}`;
};

/** Every alternative that can be switched to, for whoever asks whether it is assumed. */
export const choices = (entries: readonly ListedAssumption[]): string => {
  const keys = entries.flatMap(({ id, alternatives }) =>
    alternatives.flatMap((each) => (typeof each === 'string' ? [] : [`  | '${id}=${each.id}'`])),
  );
  return `// Made by "npm run generate" from spec/assumptions.yaml: edit that.\n\n/** An alternative that can be switched to. */\nexport type Choice =\n${keys.join('\n')};\n`;
};
