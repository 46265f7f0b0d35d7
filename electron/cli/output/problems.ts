/** One line for each problem in a protocol's files: tab-separated for scripts, coloured for a terminal. */
import { problemTitle, type StudioProblem } from '../../../shared/bridge/contract.ts';
import { applyStyle } from './layout.ts';
import { rowLine } from './print.ts';
import { printable } from './terminal.ts';

/** `file:line:column` without the parts that are unknown; without a file, the subject. */
const locationOf = ({ file, line, column, subject }: StudioProblem): string =>
  [file ?? subject, line, line === null ? null : column].filter((part) => part !== null).join(':');

export function problemLine(problem: StudioProblem): string {
  const { severity, kind, file, subject, message } = problem;
  const text = file === null || file === subject ? message : `${subject}: ${message}`;
  return rowLine([locationOf(problem), severity, kind, text]);
}

export function problemText(problem: StudioProblem): string {
  const severity = applyStyle(problem.severity === 'error' ? 'red' : 'yellow', problem.severity);
  const text = `${problemTitle(problem)}: ${problem.message}`;
  return `${printable(locationOf(problem))}  ${severity}  ${printable(text)}\n`;
}
