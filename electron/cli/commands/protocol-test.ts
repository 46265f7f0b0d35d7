/** Prints the report of a self-test. */
import type { SelfTestReport, StudioProblem } from '../../../shared/bridge/contract.ts';
import type { FixtureResult } from '../../studio/fixture-run.ts';
import { applyStyle, type Cell, inlineText } from '../output/layout.ts';
import { fieldLines, type OutputFlags, print, rowLine } from '../output/print.ts';
import { problemLine, problemText } from '../output/problems.ts';
import { printable } from '../output/terminal.ts';

/** How the parts of a report are formatted. */
interface Style {
  row(cells: readonly Cell[]): string;
  frame(frame: object): string;
  problem(problem: StudioProblem): string;
  verdict(ok: boolean, isUnproven: boolean): string;
}

const scriptStyle: Style = {
  row: rowLine,
  frame: (frame) => JSON.stringify(frame),
  problem: problemLine,
  verdict: (ok) => fieldLines({ ok }),
};

const terminalStyle: Style = {
  row: (cells) => `${cells.map((cell) => printable(String(cell ?? '-'))).join('  ')}\n`,
  frame: inlineText,
  problem: problemText,
  verdict(ok, isUnproven) {
    if (ok) return applyStyle('green', 'The protocol passed.\n');
    return isUnproven
      ? applyStyle('yellow', 'Nothing failed, but not everything could be judged.\n')
      : applyStyle('red', 'The protocol failed.\n');
  },
};

export function printTest(flags: OutputFlags, report: SelfTestReport, fixtures: readonly FixtureResult[]): void {
  print(flags, {
    json: { ...report, ok: report.ok && fixtures.every(({ ok }) => ok), fixtures },
    lines: () => testText(report, fixtures, scriptStyle),
    text: () => testText(report, fixtures, terminalStyle),
  });
}

function testText(
  report: SelfTestReport,
  fixtures: readonly FixtureResult[],
  { row, frame: frameText, problem, verdict }: Style,
): string {
  const { mode, stopped, frames, frame_count, seats, attacks, adversary, seed, problems, log } = report;
  let text = frames.map(({ from, frame }) => row([from, frameText(frame)])).join('');
  if (frame_count > frames.length) text += row(['...', `${frame_count - frames.length} more`]);
  for (const [role, { outcome, warnings }] of Object.entries(seats)) {
    const endText = outcome?.completed ? `completed, winner ${outcome.winner ?? 'none'}` : 'not completed';
    const failure = outcome?.problem;
    text += row([role, endText, failure ? `${failure.code}: ${failure.message}` : (outcome?.reason ?? '')]);
    for (const problems of warnings) text += row([role, 'dropped', problems.join('; ')]);
  }
  if (stopped) text += fieldLines({ stopped });
  for (const { seat, method, text: printed } of log) text += row(['log', seat, method, printed]);
  for (const { kind, against, message, reaction, code, refused, undecided, undecided_message } of attacks) {
    if (!refused) text += row(['taken', kind, `against ${against}`, message, reaction, code]);
    if (undecided_message) {
      text += row([
        'undecided',
        kind,
        `against ${against}`,
        message,
        undecided_message.method,
        `${undecided} messages`,
      ]);
    }
  }
  for (const { kind, name } of adversary?.unreached ?? []) text += row(['unreached', kind, name]);
  text += problems.map(problem).join('');
  const refusedCount = attacks.filter((attack) => attack.refused).length;
  const messageCount = attacks.reduce((sum, attack) => sum + attack.tried, 0);
  const undecidedCount = attacks.reduce((sum, { undecided }) => sum + undecided, 0);
  const counts = {
    attacks: `${refusedCount} of ${attacks.length} refused`,
    messages: messageCount,
    undecided: undecidedCount,
  };
  const conclusion = adversary && { games: adversary.games.length, calls: adversary.calls, result: adversary.result };
  text += fieldLines({ mode, seed, ...(attacks.length > 0 && counts), ...conclusion });
  for (const { name, ok, messages, problem: difference } of fixtures)
    text += row(['fixture', name, ok ? 'passed' : 'failed', difference ?? `${messages} messages`]);
  return text + verdict(report.ok && fixtures.every(({ ok }) => ok), adversary?.result === 'not_proven');
}
