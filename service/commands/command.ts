/** What the first word of the command line names; `serve` where it names nothing. */
export interface Command {
  /** All there is to know to use it. */
  readonly help: string;
  /** `args`: without the name. Resolves with the exit code. */
  run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number>;
}
