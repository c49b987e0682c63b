/** The owner of a sandbox: an organization, with the properties that its fixtures are selected by. */
export interface SandboxOwner {
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** UUID of the organization. */
  readonly uuid: string;
}
