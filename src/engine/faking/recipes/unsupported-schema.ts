/** A schema that recipes do not support; json-schema-faker may. */
export class UnsupportedSchema extends Error {
  override readonly name = 'UnsupportedSchema';
}

/** A schema whose recipes, with all its parts, would exceed the limits. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** A schema whose smallest value is larger than any that is generated. */
export class OversizedSchema extends Error {
  override readonly name = 'OversizedSchema';
}
