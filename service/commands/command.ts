/** A subcommand, selected by the first argument; `serve` by default. */
export interface Command {
  /** The text of --help. */
  readonly help: string;
  /** `args`: without the subcommand. Resolves with the exit code. */
  run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number>;
}
