/** What the boards of a preview said of themselves, sorted into problems and lines of the console. Pure. */
import { type StudioReport, studioReportMax, studioReportSchema } from '../../shared/boards/studio-port.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { measured } from '../boards/measure.ts';

export type Level = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** A thing that keeps a board from being what it wants to be; said once however often it happens. */
export interface BoardProblem {
  id: string;
  kind: 'blocked' | 'missing' | 'error' | 'printed' | 'refused' | 'stopped';
  severity: 'error' | 'note';
  /** Address, words, or why it was stopped. */
  subject: string;
  /** Of the policy; blocked ones only. */
  directive: string | null;
  file: string | null;
  line: number | null;
  column: number | null;
  times: number;
}

export interface Printed {
  number: number;
  seat: Role;
  /** `log` over the board's port, or `console`. */
  by: 'board' | 'console';
  level: Level;
  text: string;
}

export interface Reports {
  problems: readonly BoardProblem[];
  printed: readonly Printed[];
  /** Of the two seats together, since the last load of both. */
  heard: number;
  count: number;
}

export const noReports: Reports = { problems: [], printed: [], heard: 0, count: 0 };

const printedMax = 200;

type Fresh = Omit<BoardProblem, 'id' | 'times'>;
const nowhere = { file: null, line: null, column: null, directive: null };

export function withProblem(reports: Reports, problem: Fresh): Reports {
  const id = [problem.kind, problem.directive, problem.subject, problem.file, problem.line].join(' ');
  const known = reports.problems.some((each) => each.id === id);
  const problems = known
    ? reports.problems.map((each) => (each.id === id ? { ...each, times: each.times + 1 } : each))
    : [...reports.problems, { ...problem, id, times: 1 }];
  return { ...reports, problems };
}

export function withPrinted(reports: Reports, line: Omit<Printed, 'number'>): Reports {
  const count = reports.count + 1;
  return { ...reports, count, printed: [...reports.printed, { ...line, number: count }].slice(-printedMax) };
}

/** What came over the Studio's port. A board may write to it too, so that nothing in it is believed beyond its form. */
export function withReport(reports: Reports, seat: Role, data: unknown): Reports {
  if (reports.heard >= studioReportMax.perLoad * 2) return reports;
  const size = measured(data);
  const read = 'json' in size ? studioReportSchema.safeParse(size.json) : null;
  if (!read?.success) return reports;
  const heard = { ...reports, heard: reports.heard + 1 };
  const report = read.data;
  const place = placeOf(report);
  if (report.kind === 'blocked') {
    const { directive, address } = report;
    return withProblem(heard, { kind: 'blocked', severity: 'error', subject: address, ...place, directive });
  }
  if (report.kind === 'missing')
    return withProblem(heard, { kind: 'missing', severity: 'error', subject: report.address, ...place });
  if (report.kind === 'error')
    return withProblem(heard, { kind: 'error', severity: 'error', subject: report.text, ...place });
  const { level, text } = report;
  const printed = withPrinted(heard, { seat, by: 'console', level, text });
  if (level !== 'error') return printed;
  return withProblem(printed, { kind: 'printed', severity: 'note', subject: text, ...place });
}

function placeOf({ file, line, column }: StudioReport): Pick<BoardProblem, 'file' | 'line' | 'column' | 'directive'> {
  return file === '' ? nowhere : { file: `ui/${file}`, line, column, directive: null };
}

/** The board's own words over its port. */
export const withLog = (reports: Reports, seat: Role, level: 'info' | 'warning' | 'error', text: string): Reports =>
  withPrinted(reports, { seat, by: 'board', level: level === 'warning' ? 'warn' : level, text });

export const withRefused = (reports: Reports, message: string): Reports =>
  withProblem(reports, { kind: 'refused', severity: 'note', subject: message, ...nowhere });

export const withStopped = (reports: Reports, reason: string): Reports =>
  withProblem(reports, { kind: 'stopped', severity: 'error', subject: reason, ...nowhere });

/** What the window itself refused a board: leading its frame elsewhere. */
export const withEscape = (reports: Reports, address: string): Reports =>
  withProblem(reports, { kind: 'blocked', severity: 'error', subject: address, ...nowhere, directive: 'frame-src' });
