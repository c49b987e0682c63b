/** What the linter asks of a plugin, as far as it is used here. */
interface Context {
  readonly options: readonly { readonly selector: string; readonly message: string }[];
  report(finding: { readonly node: unknown; readonly message: string }): void;
}

/** ESLint's `no-restricted-syntax`, which oxlint lacks: reports what a selector of syntax matches. */
const noRestrictedSyntax = {
  meta: { schema: false },
  create: (context: Context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [
        selector,
        (node: unknown) => {
          context.report({ node, message });
        },
      ]),
    ),
};

export default { meta: { name: 'vatmock' }, rules: { 'no-restricted-syntax': noRestrictedSyntax } };
