/** What asynchronous work belongs to, so that an unexpected failure of it fails that and nothing else. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface FailureScope {
  /** For the log. */
  readonly name: string;
  /** Has no effect once the scope has ended. */
  fail(error: unknown): void;
}

const scopes = new AsyncLocalStorage<FailureScope>();

/** Runs `work` and everything that it starts, however much later, in `scope`. */
export const runInScope = <T>(scope: FailureScope, work: () => T): T => scopes.run(scope, work);

/** The scope of the current work, or of the promise whose rejection is being handled. */
export const currentScope = (): FailureScope | null => scopes.getStore() ?? null;
