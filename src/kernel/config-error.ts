/** An invalid setting: the message names it, its value and what is expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
