/** The public API of the package: what a test, a script or another program may rely on. */
export { createMock } from './create-mock.ts';
export type { Breach, ExchangeSummary, Mock, MockOptions } from './create-mock.ts';
export { ContractError } from './engine/contract/finding.ts';
export { ConfigError } from './config/config.ts';
export { FileError } from './edges/files/load-yaml.ts';
export type { components, operations, paths, webhooks } from './generated/api-types.ts';
