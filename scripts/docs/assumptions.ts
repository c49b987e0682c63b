/** An entry of spec/assumptions.yaml, as far as a reader of the page is concerned. */
export interface ListedAssumption {
  readonly id: string;
  readonly question: string;
  readonly chosen: string;
  readonly chosenId?: string;
  readonly alternatives: readonly (string | ListedAlternative)[];
  readonly where: readonly string[];
  readonly switchable: boolean;
}

interface ListedAlternative {
  readonly id: string;
  readonly text: string;
}

const INTRODUCTION = `Where the published text of the API is silent, the stub has to decide, and the real service may behave differently. This page
lists every decision; everything in \`spec/\` that depends on one carries its id as \`x-assumption\`. Before you rely on one, ask the
operator of the real service.

For a generator, [two overlays](examples/overlays) tell them apart. \`documented-facts\` removes the operations, parameters, responses and
members of \`spec/openapi.yaml\` that are only assumed, and all examples; what is documented but has an assumed aspect, such as a
limit, stays with its \`x-assumption\`. \`with-assumptions\` adds \`x-assumptions\`: the question and the decision behind each id. Any tool
for OpenAPI Overlay 1.0 applies them, and so does \`--overlay\`:

\`\`\`sh
npm exec -y bump-cli -- overlay spec/openapi.yaml docs/examples/overlays/documented-facts.overlay.yaml --out spec/documented.yaml
npx vatmock serve --spec spec/openapi.yaml --overlay docs/examples/overlays/documented-facts.overlay.yaml
\`\`\`

## Switching to an alternative

Decisions that a client can harden itself against are switches: alternatives below that start with \`id=alternative\`. The stub then follows the
alternative in its responses, its checks and its deliveries; \`/openapi.yaml\` stays the same. A client that works with every
alternative is safe whatever the real service does.

**For the whole server** (in a container, \`VATMOCK_ASSUME\`):

\`\`\`sh
npx vatmock serve --assume etag-format=weak,success-statuses=ok
\`\`\`

With an unknown name the server does not start, and suggests the nearest one:

\`\`\`
vatmock: assume: there is no assumption "etag-formt": did you mean "etag-format"?
\`\`\`

**For one sandbox**, through the control API. \`PATCH\` sets the named switches, \`PUT\` sets all: those that you do not name return to the
server's default, as does one that you set to \`null\`. Snapshots, exports and forks include the switches; a reset restores the defaults.

\`\`\`sh
ADMIN=http://127.0.0.1:4010/__admin
curl -s "$ADMIN/assumptions?switchable=true&limit=1"
curl -s -X PATCH $ADMIN/assumptions -H 'content-type: application/json' -d '{"etag-format": "weak"}'
curl -s "$ADMIN/assumptions?switched=true"
curl -s -X PATCH $ADMIN/assumptions -H 'content-type: application/json' -d '{"etag-format": null}'
\`\`\`

A 401 is returned before the sandbox is known: it follows the first organization's switches, or in hosted mode the server's. An event
follows the switches at the time of the event; a signature, those at the time of the attempt.

**In a test**, \`createMock({ assume: { 'etag-format': 'weak' } })\`, or later \`mock.assume({ 'etag-format': null })\`. **In a scenario**, from
its activation until it ends:

\`\`\`yaml
given:
  - assume: { etag-format: weak, success-statuses: ok }
\`\`\`

**All alternatives, with your client:** this runs the scenario unchanged, records the client's calls, and repeats the scenario under each
alternative that affects those calls, or those in \`--assume\`. The report names the alternatives under which the client fails.

\`\`\`sh
npx vatmock test lost-answer --all-assumptions -- npm run test:integration
\`\`\`

**Which assumptions affected a response?** \`GET /__admin/requests/ID/explain\` lists them, stage by stage:

\`\`\`json
{ "id": "etag-format", "assumed": "strong", "isChosen": true, "docs": "docs/assumptions.md#etag-format" }
\`\`\``;

export const assumptions = (entries: readonly ListedAssumption[], note: string): string =>
  `# Assumptions\n\n${note}\n\n${[INTRODUCTION, ...entries.map(section)].join('\n\n')}\n`;

const section = (entry: ListedAssumption): string => {
  const { id, question, chosen, chosenId, where } = entry;
  return [
    `## ${id}`,
    `**Open:** ${question.trim()}`,
    `**Chosen:** ${chosenId === undefined ? '' : `\`${id}=${chosenId}\`: `}${chosen.trim()}`,
    `**Alternatives:** ${insteadOf(entry)}`,
    `**Affects:** ${where.map((place) => `\`${place}\``).join(', ')}`,
    // Why there is no switch is for those who would add one: spec/assumptions.yaml has it.
  ].join('\n\n');
};

const insteadOf = ({ id, alternatives, switchable }: ListedAssumption): string => {
  const texts = alternatives.map((each) => (typeof each === 'string' ? each : `\`${id}=${each.id}\`: ${each.text}`));
  if (!alternatives.some((each) => typeof each !== 'string'))
    return `${texts.join('; ')}${switchable ? '\n\nSwitched by a setting.' : ''}`;
  return `\n\n${texts.map((text) => `- ${text}`).join('\n')}`;
};

/** Every alternative that can be switched to, for code that asks whether it is assumed. */
export const choices = (entries: readonly ListedAssumption[]): string => {
  const keys = entries.flatMap(({ id, alternatives }) =>
    alternatives.flatMap((each) => (typeof each === 'string' ? [] : [`  | '${id}=${each.id}'`])),
  );
  return `// Made by "npm run generate" from spec/assumptions.yaml: edit that.\n\n/** An alternative that can be switched to. */\nexport type Choice =\n${keys.join('\n')};\n`;
};
