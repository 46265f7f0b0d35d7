/** Prints the report of a self-test. */
import type { SelfTestReport, StudioProblem } from '../../../shared/bridge/contract.ts';
import { causesOf, failureCauses } from '../../hooks/adversary/causes.ts';
import type { FixtureResult } from '../../studio/fixture-run.ts';
import { applyStyle, type Cell, inlineText } from '../output/layout.ts';
import { fieldLines, type OutputFlags, print, rowLine } from '../output/print.ts';
import { problemLine, problemText } from '../output/problems.ts';
import { printable } from '../output/terminal.ts';
import type { PictureReport } from './test-pictures.ts';

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

export function printTest(
  flags: OutputFlags,
  report: SelfTestReport,
  fixtures: readonly FixtureResult[],
  pictures: PictureReport | null,
): void {
  const ok = report.ok && fixtures.every((fixture) => fixture.ok) && pictures?.outcome !== 'failed';
  const whole = { ...report, ok };
  print(flags, {
    json: { ...whole, fixtures, pictures },
    lines: () => testText(whole, fixtures, pictures, scriptStyle),
    text: () => testText(whole, fixtures, pictures, terminalStyle),
  });
}

function testText(
  report: SelfTestReport,
  fixtures: readonly FixtureResult[],
  pictures: PictureReport | null,
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
  for (const { attacks: alike, messages } of causesOf(attacks)) {
    const [{ kind, against, accepted }, ...others] = alike;
    const more = others.length === 0 ? null : `and ${others.length} more`;
    text += row(['taken', kind, `against ${against}`, messages.join(', '), accepted!.method, more]);
  }
  for (const { first, failed, others } of failureCauses(attacks)) {
    const more = others.length === 0 ? null : `and ${others.length} more`;
    text += row(['failed', first.kind, `against ${first.against}`, first.message, failed.method, more]);
  }
  for (const { kind, against, message, undecided, undecided_message } of attacks) {
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
  const failedCount = attacks.filter((attack) => attack.refused && attack.failed > 0).length;
  const refusedCount = attacks.filter(({ refused, failed, undecided }) => refused && failed + undecided === 0).length;
  const unjudgedCount = attacks.filter(
    ({ refused, failed, undecided }) => refused && failed === 0 && undecided > 0,
  ).length;
  const failed = failedCount === 0 ? '' : `, ${failedCount} failed`;
  const unjudged = unjudgedCount === 0 ? '' : `, ${unjudgedCount} in part not judged`;
  const messageCount = attacks.reduce((sum, attack) => sum + attack.tried, 0);
  const undecidedCount = attacks.reduce((sum, { undecided }) => sum + undecided, 0);
  const counts = {
    attacks: `${refusedCount} of ${attacks.length} refused${failed}${unjudged}`,
    messages: messageCount,
    undecided: undecidedCount,
  };
  const conclusion = adversary && { games: adversary.games.length, calls: adversary.calls, result: adversary.result };
  text += fieldLines({ mode, seed, ...(attacks.length > 0 && counts), ...conclusion });
  for (const { name, ok, messages, problem: difference } of fixtures)
    text += row(['fixture', name, ok ? 'passed' : 'failed', difference ?? `${messages} messages`]);
  if (pictures) text += pictureText(pictures, row);
  return text + verdict(report.ok, adversary?.result === 'not_proven');
}

const pictureStates = {
  same: 'the same',
  new: 'no picture was kept',
  changed: 'differs',
  stopped: 'the board was stopped',
  moving: 'the board does not come to rest',
} as const;

/** Only pictures that aren't as they were have a line. */
function pictureText({ outcome, reason, browser, other_browser, results }: PictureReport, row: Style['row']): string {
  const lines = results.flatMap(({ fixture, seat, variant, state, pixels }) => {
    if (state === 'same' || (state === 'new' && outcome === 'kept')) return [];
    return [row(['picture', fixture, seat, variant, pictureStates[state], ...(pixels ? [`${pixels} pixels`] : [])])];
  });
  if (reason !== null) lines.push(row(['pictures', 'not compared', reason]));
  else if (outcome === 'kept') lines.push(row(['pictures', `${results.length} kept`, browser]));
  else {
    const same = results.filter(({ state }) => state === 'same').length;
    lines.push(row(['pictures', `${same} of ${results.length} the same`, browser]));
  }
  if (outcome === 'uncompared' && other_browser !== null)
    lines.push(row(['pictures', 'the kept ones are from another browser', other_browser]));
  return lines.join('');
}
