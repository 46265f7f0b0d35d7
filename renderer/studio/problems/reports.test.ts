import { expect, it } from 'vitest';
import { studioReportMax } from '../../../shared/boards/studio-reports.ts';
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import { allProblems, noReports, withLog, withReport, withSilentBoard, withStop, withUndrawn } from './reports.ts';

const blocked = {
  kind: 'blocked',
  directive: 'connect-src',
  address: 'https://a.example/x',
  file: 'board.js',
  line: 3,
  column: 1,
};

it('reports a blocked request once, with its directive, position and count', () => {
  const twice = withReport(withReport(noReports, 'host', blocked), 'guest', blocked);
  expect(twice.problems).toMatchObject([
    { kind: 'blocked', detail: 'connect-src', fix: 'network', file: 'ui/board.js', line: 3, times: 2 },
  ]);
  expect(withReport(twice, 'host', { ...blocked, line: 4 }).problems).toHaveLength(2);
});

it('lists console lines with their source, and marks errors', () => {
  const print = { kind: 'console', level: 'error', text: 'no such card', file: '', line: null, column: null };
  const reports = withLog(withReport(noReports, 'guest', print), 'host', 'warning', 'pick refused');
  expect(reports.consoleLines.map(({ number, seat, by, level }) => [number, seat, by, level])).toEqual([
    [1, 'guest', 'console', 'error'],
    [2, 'host', 'board', 'warn'],
  ]);
  expect(reports.problems).toMatchObject([{ kind: 'console', severity: 'note', file: null, line: null }]);
});

it('says of a stopped board only that it was stopped', () => {
  const silent = withUndrawn(withSilentBoard(noReports), 'Trip 1', null);
  expect(silent.problems).toHaveLength(2);
  const stopped = withStop(silent, 'hung');
  expect(withUndrawn(withSilentBoard(stopped), 'Trip 2', null).problems).toMatchObject([{ kind: 'stopped' }]);
});

it('lists a script that cannot be parsed once', () => {
  const problem = { kind: 'ui_blocked', code: 'script_syntax', file: 'ui/board.js' } as StudioProblem;
  expect(allProblems([problem], noReports)).toEqual([problem]);
  const error = { kind: 'error', text: 'Uncaught SyntaxError', file: 'board.js', line: 9, column: 14 };
  expect(allProblems([problem], withReport(noReports, 'host', error))).toMatchObject([{ kind: 'error', line: 9 }]);
});

it('ignores malformed reports, and limits the number of reports', () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  for (const data of [
    null,
    'text',
    cyclic,
    { kind: 'blocked' },
    { ...blocked, kind: 'resign' },
    { ...blocked, line: -1 },
  ]) {
    expect(withReport(noReports, 'host', data)).toEqual(noReports);
  }
  let reports = noReports;
  for (let i = 0; i < studioReportMax.perLoad * 3; i += 1) reports = withReport(reports, 'host', blocked);
  expect(reports.problems[0]?.times).toBe(studioReportMax.perLoad * 2);
});
