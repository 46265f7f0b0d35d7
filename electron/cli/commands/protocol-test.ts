/** The report of a protocol that was played against itself, as lines. */
import type { SelfTestReport } from '../../../shared/bridge/contract.ts';
import { printFound, printRow } from '../printer.ts';

export function printTest({ ok, mode, stopped, frames, frame_count, seats, attacks }: SelfTestReport): void {
  for (const { from, frame } of frames) printRow([from, JSON.stringify(frame)]);
  if (frame_count > frames.length) printRow(['...', `${frame_count - frames.length} more`]);
  for (const [role, { outcome, warnings }] of Object.entries(seats)) {
    const end = outcome?.completed ? `completed, winner ${outcome.winner ?? 'none'}` : 'not completed';
    printRow([
      role,
      end,
      outcome?.problem ? `${outcome.problem.code}: ${outcome.problem.message}` : (outcome?.reason ?? ''),
    ]);
    for (const problems of warnings) printRow([role, 'dropped', problems.join('; ')]);
  }
  if (stopped) printFound({ stopped }, false);
  for (const { kind, against, message, reaction, code, refused } of attacks) {
    if (!refused) printRow(['taken', kind, `against ${against}`, message, reaction, code]);
  }
  const refused = attacks.filter((attack) => attack.refused).length;
  printFound(
    { mode, ...(attacks.length > 0 ? { attacks: `${refused} of ${attacks.length} refused` } : {}), ok },
    false,
  );
}
