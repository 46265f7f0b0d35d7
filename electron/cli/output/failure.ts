/**
 * Reports a command's failure: one line on stderr, on a terminal followed by a hint. With `--json`, and with `--daemon` unless stdout is
 * a terminal, also as JSON, the last line of stdout.
 */
import { ParlorError, type Problem } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { isTerminal } from './print.ts';
import { jsonText, printable, writeError, writeOutput } from './terminal.ts';

/** A table that could not be started in the background. */
export class DaemonStartError extends ParlorError {
  /** Fields of the table that are printed with the error, such as `post_id` and `state_dir`. */
  readonly tableFields: JsonObject;

  constructor({ code, message, detail }: Problem, tableFields: JsonObject) {
    super(code, message, detail);
    this.tableFields = tableFields;
  }
}

/** Printed on a terminal, below the error. */
const hints: Partial<Record<Problem['code'], string>> = {
  bad_arguments: 'Add --help to see all options.\n',
  admission_code_needed: 'Ask the operators of this community for a code, then add: --code <code>\n',
  banned: 'Ask the operators of this community if you think that this is a mistake.\n',
  network_banned: 'Ask the operators of this community if you think that this is a mistake.\n',
  not_admitted: 'Send the operators of this community your public key: parlor identity list\n',
  unregistered_key: 'Register at this community first: parlor register --nickname <name>\n',
};

/** `args`: the command line, which may be invalid in any way. */
export function printFailure(problem: Problem, args: readonly string[], tableFields: JsonObject = {}): void {
  const separatorIndex = args.indexOf('--');
  const flags = new Set(separatorIndex === -1 ? args : args.slice(0, separatorIndex));
  const { code, message } = problem;
  // The format of a daemon's first line, see docs/command-line.md.
  const daemonFields = flags.has('--daemon')
    ? { status: 'error', reason: code, error_excerpt: message, ...tableFields }
    : {};
  if (flags.has('--json') || (flags.has('--daemon') && !isTerminal()))
    writeOutput(`${jsonText({ ...daemonFields, error: problem })}\n`);
  const line = printable(message.trim().replace(/\s*\n\s*/g, ' '));
  writeError(`${code}: ${line}\n${process.stderr.isTTY ? (hints[code] ?? '') : ''}`);
}
