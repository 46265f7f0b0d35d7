/** Reports a command's failure: one line on stderr and, with `--json`, the same as JSON on stdout. */
import { ParlorError, type Problem } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { printable } from './layout.ts';
import { isTerminal } from './print.ts';

/** A table that could not be started in the background. */
export class FailedStart extends ParlorError {
  /** What is known about the table. */
  readonly facts: JsonObject;

  constructor({ code, message, detail }: Problem, facts: JsonObject) {
    super(code, message, detail);
    this.facts = facts;
  }
}

/** A next step for the reader. */
const hints: Partial<Record<Problem['code'], string>> = {
  bad_arguments: 'Add --help to see all options.\n',
  unregistered_key: 'Register at this community first: parlor register --nickname <name>\n',
};

/** `args`: the command line, which may be invalid in any way. The JSON is the last line of stdout. */
export function printFailure(problem: Problem, args: readonly string[], facts: JsonObject = {}): void {
  const end = args.indexOf('--');
  const given = new Set(end === -1 ? args : args.slice(0, end));
  const { code, message } = problem;
  const start = given.has('--daemon') ? { status: 'error', reason: code, error_excerpt: message, ...facts } : {};
  if (given.has('--json') || (given.has('--daemon') && !isTerminal()))
    process.stdout.write(`${JSON.stringify({ ...start, error: problem })}\n`);
  const { stderr } = process;
  const line = printable(message.trim().replace(/\s*\n\s*/g, ' '));
  stderr.write(`${code}: ${line}\n${stderr.isTTY ? (hints[code] ?? '') : ''}`);
}
