/** A schema that recipes do not support; json-schema-faker may. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

/** A schema whose recipes, with all its parts, would exceed the limits. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}
