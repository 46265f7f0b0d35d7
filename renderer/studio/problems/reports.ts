/** Collects what previewed boards reported, as problems and console lines. Pure. */
import { type StudioReport, studioReportMax, studioReportSchema } from '../../../shared/boards/studio-reports.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { measured } from '../../boards/measure.ts';
import { type Fix, fixOf } from './fixes.ts';

export type Level = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** A problem of a board; repeated ones are listed once. */
export interface BoardProblem {
  id: string;
  kind: 'blocked' | 'missing' | 'error' | 'console' | 'refused' | 'stopped' | 'silent' | 'accessibility';
  severity: 'error' | 'note';
  /** The URL, the message, or the reason for stopping. */
  subject: string;
  /** The violated directive of a blocked request, or the selector of an element. */
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
  level: Level;
  text: string;
}

export interface Reports {
  problems: readonly BoardProblem[];
  consoleLines: readonly ConsoleLine[];
  /** For both seats, since their last load. */
  received: number;
  count: number;
}

export const noReports: Reports = { problems: [], consoleLines: [], received: 0, count: 0 };

const maxConsoleLines = 200;

type NewProblem = Omit<BoardProblem, 'id' | 'times'>;
const noPosition = { file: null, line: null, column: null, detail: null, fix: null };

export function withProblem(reports: Reports, problem: NewProblem): Reports {
  const id = [problem.kind, problem.detail, problem.subject, problem.file, problem.line].join(' ');
  const known = reports.problems.some((each) => each.id === id);
  const problems = known
    ? reports.problems.map((each) => (each.id === id ? { ...each, times: each.times + 1 } : each))
    : [...reports.problems, { ...problem, id, times: 1 }];
  return { ...reports, problems };
}

export function withConsoleLine(reports: Reports, line: Omit<ConsoleLine, 'number'>): Reports {
  const count = reports.count + 1;
  return {
    ...reports,
    count,
    consoleLines: [...reports.consoleLines, { ...line, number: count }].slice(-maxConsoleLines),
  };
}

/** Reads a message from the Studio's port. Boards can write to it too, so only its shape is trusted. */
export function withReport(reports: Reports, seat: Role, data: unknown): Reports {
  if (reports.received >= studioReportMax.perLoad * 2) return reports;
  const size = measured(data);
  const read = 'json' in size ? studioReportSchema.safeParse(size.json) : null;
  if (!read?.success) return reports;
  const received = { ...reports, received: reports.received + 1 };
  const report = read.data;
  const position = positionOf(report);
  if (report.kind === 'blocked') {
    const { directive, address } = report;
    const fix = fixOf(directive, address);
    return withProblem(received, {
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
    return withProblem(received, {
      kind: 'accessibility',
      severity: 'note',
      subject: `${text} (${rule})`,
      ...noPosition,
      detail: target,
    });
  }
  if (report.kind === 'missing')
    return withProblem(received, { kind: 'missing', severity: 'error', subject: report.address, ...position });
  if (report.kind === 'error')
    return withProblem(received, { kind: 'error', severity: 'error', subject: report.text, ...position });
  const { level, text } = report;
  const logged = withConsoleLine(received, { seat, by: 'console', level, text });
  if (level !== 'error') return logged;
  return withProblem(logged, { kind: 'console', severity: 'note', subject: text, ...position });
}

function positionOf({
  file,
  line,
  column,
}: StudioReport): typeof noPosition | Pick<BoardProblem, keyof typeof noPosition> {
  return file === '' ? noPosition : { file: `ui/${file}`, line, column, detail: null, fix: null };
}

/** Log messages sent through the board's port. */
export const withLog = (reports: Reports, seat: Role, level: 'info' | 'warning' | 'error', text: string): Reports =>
  withConsoleLine(reports, { seat, by: 'board', level: level === 'warning' ? 'warn' : level, text });

export const withRefused = (reports: Reports, message: string): Reports =>
  withProblem(reports, { kind: 'refused', severity: 'note', subject: message, ...noPosition });

export const withStopped = (reports: Reports, reason: string): Reports =>
  withProblem(reports, { kind: 'stopped', severity: 'error', subject: reason, ...noPosition });

/** A board that never sent `ui/initialize`, and therefore receives nothing. */
export const withSilent = (reports: Reports): Reports =>
  withProblem(reports, { kind: 'silent', severity: 'error', subject: 'ui/index.html', ...noPosition });

/** A navigation of the frame that the window refused. */
export const withBlockedNavigation = (reports: Reports, address: string): Reports =>
  withProblem(reports, {
    kind: 'blocked',
    severity: 'error',
    subject: address,
    ...noPosition,
    detail: 'frame-src',
    fix: 'frame',
  });
