/** What an adversary found, as the window shows it. */
import { type AdversaryRun, findingMessageMax, listedMax, type TrialFinding } from '../../shared/bridge/contract.ts';
import { otherRole } from '../../shared/tables/hooks.ts';
import type { AcceptedMessage, AttackReport, FailedMessage } from '../hooks/adversary/attack-log.ts';
import { causesOf, failureCauses } from '../hooks/adversary/causes.ts';
import type { SelfTest } from '../hooks/self-test.ts';
import { lineIn, testProblems } from './problems/hooks.ts';
import { hooksFile } from './validate.ts';

/** `files`: their texts, to look up lines. */
export function adversaryReport(
  test: SelfTest,
  files: { hooks: string; spec: string },
): NonNullable<AdversaryRun['report']> {
  const { adversary } = test;
  const { hooks } = files;
  // The first game failed, so the adversary had nothing to begin with.
  if (adversary === null) {
    const failures = testProblems(test, files).map(({ message, file, line }) =>
      failedGame(message, file === hooksFile ? line : null),
    );
    return { verdict: 'holes', ...listed(failures), ...gaps([]), games: 1, messages: 0 };
  }
  const { attacks, games, unreached, result } = adversary;
  const findings = [
    ...games.flatMap(({ failure }) => (failure === null ? [] : [failedGame(failure, null)])),
    ...causesOf(attacks).map(({ attacks: [first, ...others] }) =>
      attackFinding(first, 'accepted', first.accepted!, 1 + others.length, hooks),
    ),
    ...failureCauses(attacks).map(({ first, failed, others }) =>
      attackFinding(first, 'failed', failed, 1 + others.length, hooks),
    ),
    ...attacks.flatMap((attack) =>
      attack.undecided_message
        ? [attackFinding(attack, 'undecided', attack.undecided_message, attack.undecided, hooks)]
        : [],
    ),
  ];
  return {
    verdict: result === 'ok' ? 'nothing_found' : result,
    ...listed(findings),
    ...gaps(unreached),
    games: games.length,
    messages: attacks.reduce((sum, { tried }) => sum + tried, 0),
  };
}

const listed = (findings: TrialFinding[]) => ({
  findings: findings.slice(0, listedMax),
  finding_count: findings.length,
});

const gaps = (unreached: NonNullable<SelfTest['adversary']>['unreached']) => ({
  unreached: unreached.slice(0, listedMax),
  unreached_count: unreached.length,
});

function failedGame(failure: string, line: number | null): TrialFinding {
  const noMessage = { attack: null, from: null, action: null, field: null, number: null, message: null, method: null };
  return { outcome: 'failed_game', ...noMessage, line, count: 1, failure };
}

function attackFinding(
  { kind, against, message: action, field }: AttackReport,
  outcome: TrialFinding['outcome'],
  { number, frame, method, problem }: AcceptedMessage & Partial<FailedMessage>,
  count: number,
  hooks: string,
): TrialFinding {
  const text = JSON.stringify(frame);
  return {
    ...{ outcome, attack: kind, from: otherRole(against), action, field, number, method, count },
    failure: problem?.message ?? null,
    message: text.length > findingMessageMax ? null : text,
    line: lineIn(hooks, method, problem),
  };
}
