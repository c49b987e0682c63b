/** A schema that no recipe can be made for; json-schema-faker may know better. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

/** A schema so large, with all that it is made of, that recipes for it would not end. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}
