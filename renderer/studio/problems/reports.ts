/** Collects the reports of previewed boards as problems and console lines. Pure: each `with…` function returns new reports. */

import { type StudioReport, studioReportMax, studioReportSchema } from '../../../shared/boards/studio-reports.ts';
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { checkJsonLimits } from '../../boards/json-limits.ts';
import { type Fix, fixOf } from './fixes.ts';

/** A problem of a board; repeated ones are listed once. */
export interface BoardProblem {
  id: string;
  kind:
    | 'blocked'
    | 'missing'
    | 'error'
    | 'console'
    | 'refused'
    | 'stopped'
    | 'silent'
    | 'accessibility'
    | 'undrawn'
    | 'draws_unsaid';
  severity: 'error' | 'note';
  /** The URL, the message, or the reason for stopping. */
  subject: string;
  /** The violated directive of a blocked request, the selector of an element, or the labels of choices. */
  detail: string | null;
  /** The suggested fix, if it depends on more than the kind. */
  fix: Fix | null;
  file: string | null;
  line: number | null;
  column: number | null;
  times: number;
}

export interface ConsoleLine {
  number: number;
  seat: Role;
  /** `log` through the board's port, or `console`. */
  by: 'board' | 'console';
  level: Extract<StudioReport, { kind: 'console' }>['level'];
  text: string;
}

export interface Reports {
  problems: readonly BoardProblem[];
  consoleLines: readonly ConsoleLine[];
  /** Reports received from both seats since their last load. */
  received: number;
  /** Console lines so far, including dropped ones; numbers them. */
  lineCount: number;
}

export const noReports: Reports = { problems: [], consoleLines: [], received: 0, lineCount: 0 };

const maxConsoleLines = 200;

type NewProblem = Omit<BoardProblem, 'id' | 'times'>;
const noPosition = { file: null, line: null, column: null, detail: null, fix: null };

export function withProblem(reports: Reports, problem: NewProblem): Reports {
  const id = [problem.kind, problem.detail, problem.subject, problem.file, problem.line].join(' ');
  const isKnown = reports.problems.some((other) => other.id === id);
  const problems = isKnown
    ? reports.problems.map((other) => (other.id === id ? { ...other, times: other.times + 1 } : other))
    : [...reports.problems, { ...problem, id, times: 1 }];
  return { ...reports, problems };
}

export function withConsoleLine(reports: Reports, line: Omit<ConsoleLine, 'number'>): Reports {
  const lineCount = reports.lineCount + 1;
  return {
    ...reports,
    lineCount,
    consoleLines: [...reports.consoleLines, { ...line, number: lineCount }].slice(-maxConsoleLines),
  };
}

/** Reads a message from the Studio's port. Boards can write to it too, so only its shape is trusted. */
export function withReport(reports: Reports, seat: Role, data: unknown): Reports {
  if (reports.received >= studioReportMax.perLoad * 2) return reports;
  const measurement = checkJsonLimits(data);
  const parsed = 'json' in measurement ? studioReportSchema.safeParse(measurement.json) : null;
  if (!parsed?.success) return reports;
  const countedReports = { ...reports, received: reports.received + 1 };
  const report = parsed.data;
  const position = positionOf(report);
  if (report.kind === 'blocked') {
    const { directive, address } = report;
    const fix = fixOf(directive, address);
    return withProblem(countedReports, {
      kind: 'blocked',
      severity: 'error',
      subject: address,
      ...position,
      detail: directive,
      fix,
    });
  }
  if (report.kind === 'accessibility') {
    const { rule, text, target } = report;
    return withProblem(countedReports, {
      kind: 'accessibility',
      severity: 'note',
      subject: `${text} (${rule})`,
      ...noPosition,
      detail: target,
    });
  }
  if (report.kind === 'missing')
    return withProblem(countedReports, { kind: 'missing', severity: 'error', subject: report.address, ...position });
  if (report.kind === 'error')
    return withProblem(countedReports, { kind: 'error', severity: 'error', subject: report.text, ...position });
  const { level, text } = report;
  const withLine = withConsoleLine(countedReports, { seat, by: 'console', level, text });
  if (level !== 'error') return withLine;
  return withProblem(withLine, { kind: 'console', severity: 'note', subject: text, ...position });
}

function positionOf({ file, line, column }: StudioReport): Pick<BoardProblem, keyof typeof noPosition> {
  return file === '' ? noPosition : { file: `ui/${file}`, line, column, detail: null, fix: null };
}

/** A log message sent through the board's port. */
export const withLog = (reports: Reports, seat: Role, level: 'info' | 'warning' | 'error', text: string): Reports =>
  withConsoleLine(reports, { seat, by: 'board', level: level === 'warning' ? 'warn' : level, text });

export const withRefusedMessage = (reports: Reports, message: string): Reports =>
  withProblem(reports, { kind: 'refused', severity: 'note', subject: message, ...noPosition });

/** A stopped board could not say what it didn't say. */
export const withStop = (reports: Reports, reason: string): Reports =>
  withProblem(without(without(reports, 'silent'), 'draws_unsaid'), {
    kind: 'stopped',
    severity: 'error',
    subject: reason,
    ...noPosition,
  });

const isStopped = ({ problems }: Reports) => problems.some(({ kind }) => kind === 'stopped');

/** A board that never sent `ui/initialize`, and therefore receives nothing. */
export const withSilentBoard = (reports: Reports): Reports =>
  isStopped(reports)
    ? reports
    : withProblem(reports, { kind: 'silent', severity: 'error', subject: 'ui/index.html', ...noPosition });

/** The board has connected after all. */
export const withConnectedBoard = (reports: Reports): Reports => without(reports, 'silent');

/** The board has said which answers it draws. */
export const withDraws = (reports: Reports): Reports => without(reports, 'draws_unsaid');

const without = (reports: Reports, kind: Reports['problems'][number]['kind']): Reports =>
  reports.problems.some((problem) => problem.kind === kind)
    ? { ...reports, problems: reports.problems.filter((problem) => problem.kind !== kind) }
    : reports;

/** Names that are listed of the choices that a board doesn't draw. */
const maxLabels = 120;

/** The latest question of which the board doesn't draw the choices `labels`; null: it doesn't say what it draws. */
export function withUndrawn(reports: Reports, prompt: string, labels: string | null): Reports {
  if (labels === null && isStopped(reports)) return reports;
  const kind = labels === null ? 'draws_unsaid' : 'undrawn';
  const others = without(reports, kind);
  const detail = labels !== null && labels.length > maxLabels ? `${labels.slice(0, maxLabels)}…` : labels;
  return withProblem(others, { kind, severity: 'note', subject: prompt, ...noPosition, detail });
}

/** A navigation of the board's frame that the window's content security policy blocked. */
export const withBlockedNavigation = (reports: Reports, address: string): Reports =>
  withProblem(reports, {
    kind: 'blocked',
    severity: 'error',
    subject: address,
    ...noPosition,
    detail: 'frame-src',
    fix: 'frame',
  });

/** All problems of a project. What kept a script from running is told once, by the browser if it has loaded the script. */
export function allProblems(problems: readonly StudioProblem[], reports: Reports): (StudioProblem | BoardProblem)[] {
  const failed = new Set(reports.problems.flatMap(({ kind, file }) => (kind === 'error' ? [file] : [])));
  return [...problems.filter(({ code, file }) => code !== 'script_syntax' || !failed.has(file)), ...reports.problems];
}
