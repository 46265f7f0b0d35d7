/** `parlor session analyse`: judges the moves of a record. Needs neither a key nor a community, and keeps nothing. */
import { ParlorError } from '../../../../shared/errors.ts';
import { type Judgement, type ReviewedMove, reviewOf } from '../../../../shared/tables/analysis.ts';
import { winnerSchema } from '../../../../shared/tables/hooks.ts';
import { entryOfKind, recordedHooksHash } from '../../../../shared/tables/record-order.ts';
import { recordLinesOf } from '../../../../shared/tables/record-text.ts';
import { chooseDataDir } from '../../../files/data-dir.ts';
import { nodeLauncher } from '../../../hooks/node-launcher.ts';
import { defaultResourcesDir } from '../../../installation.ts';
import { openLibrary } from '../../../library/library.ts';
import { type FoundJudge, findJudge } from '../../../tables/analysis/judge.ts';
import { judgeMoves } from '../../../tables/analysis/judge-moves.ts';
import { helpText } from '../../arguments.ts';
import { applyStyle } from '../../output/layout.ts';
import { print } from '../../output/print.ts';
import { withProgress } from '../../output/progress.ts';
import { printable } from '../../output/terminal.ts';
import { protocolOf, type RecordFlags, readCopy, recordArgument, recordCommand } from './record.ts';

export const analyseCommand = () =>
  recordCommand(
    'analyse',
    'Judge every move of a finished game: slips, mistakes, missed wins, and the best line instead.',
  )
    .argument('<record>', recordArgument)
    .addHelpText(
      'after',
      helpText(
        'parlor session analyse "$SESSION_ID" --json',
        '\nThe game is judged by the hooks that played it, or else by those that come with Parlor, which are as strong as the sharp house players.',
      ),
    )
    .action(async (name: string, flags: RecordFlags) => {
      const { text } = await readCopy(name, flags);
      const found = await requireJudge(text, flags);
      const reviewed = await withProgress('Judging', (showDetail) => review(text, found, showDetail));
      for (const move of reviewed) print(flags, { json: moveJson(move), text: () => moveText(move) });
      const marks = { slip: 0, mistake: 0, missed_win: 0 };
      for (const { mark } of reviewed) if (mark) marks[mark] += 1;
      const { source, hash } = found.judge;
      print(flags, {
        json: { event: 'analysis', moves: reviewed.length, marks, judge: source, hooks_hash: hash },
        text: () =>
          `${reviewed.length} moves: ${marks.missed_win} missed wins, ${marks.mistake} mistakes, ${marks.slip} slips`,
      });
    });

async function requireJudge(text: string, { dataDir }: RecordFlags): Promise<FoundJudge> {
  const library = await openLibrary({
    resourcesDir: defaultResourcesDir(),
    dataDir: chooseDataDir(dataDir, process.env),
  });
  const hooksHash = recordedHooksHash(recordLinesOf(text));
  const found = await findJudge(library, { protocol_id: protocolOf(text) ?? '', hooksHash });
  if (!found) throw new ParlorError('hooks_missing', 'No hooks on this computer can judge this game.');
  return found;
}

async function review(
  text: string,
  { source, protocol, judge }: FoundJudge,
  showDetail: (detail: string) => void,
): Promise<ReviewedMove[]> {
  const lines = recordLinesOf(text);
  const hooks = await nodeLauncher()(source, { seed: judge.hash });
  const judgements: Judgement[] = [];
  const decided: number[] = [];
  try {
    for await (const step of judgeMoves({ spec: protocol.spec, hooks, lines, extraArgs: [], from: 0 })) {
      showDetail(`move ${step.done} of ${step.total}`);
      decided.push(step.move.number);
      if (step.judgement) judgements.push(step.judgement);
    }
  } finally {
    await hooks.dispose();
  }
  const end = entryOfKind(lines, 'end');
  const winner = winnerSchema.safeParse(end?.winner).data;
  const endedByRules = end?.completed === true && end.conceded === undefined && end.agreed === undefined;
  return reviewOf(judgements, decided, endedByRules ? (winner ?? null) : null);
}

const moveJson = ({ move, by, worth, mark, wins, played, line }: ReviewedMove) => ({
  event: 'move',
  move,
  by,
  played: played?.label ?? null,
  worth,
  mark,
  wins,
  line: line.map(({ by, value, label }) => ({ by, value, label })),
});

function moveText({ move, by, mark, wins, played, line }: ReviewedMove): string {
  const labels = line.map(({ label }) => printable(label));
  const better = mark === null ? '' : `  ${labels[0]} ${wins ? 'wins' : 'was better'}: ${labels.join(', ')}`;
  const word = mark === null ? '' : `  ${applyStyle('red', mark.replace('_', ' '))}`;
  return `${move}  ${by}  ${printable(played?.label ?? '-')}${word}${better}`;
}
