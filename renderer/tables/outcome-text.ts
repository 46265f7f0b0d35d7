import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableRow } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { formatPoints } from '../ui/format.ts';
import { useProblemText } from '../ui/problem-text.ts';
import { OnlookerContext } from './seats.ts';

export interface OutcomeText {
  /** E.g. `You won`. */
  short: string;
  /** E.g. `You won. Both reports agree.` */
  long: string;
  /** The reason: the hooks' sentence, a resignation or a timeout; null if unknown. */
  reason: string | null;
  /** E.g. `+18, rating 1282.`, or why there are none; empty while unknown. */
  points: string;
}

/** The outcome of a table as text, the same on screen and for screen readers. */
export function useOutcomeText(): (table: TableRow) => OutcomeText {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const problemText = useProblemText();
  const onlooking = useContext(OnlookerContext);
  const sentence = (text: string) => tApp('sentence', { text });
  return (table) => {
    const { result } = table;
    const peer = isolatedName(table.peer.nickname);
    const nicknameAt = (role: Role) => isolatedName((role === table.role ? table.me : table.peer).nickname);
    if (table.phase === 'finished' && result?.outcome === 'none') {
      const short = t('turn.finished');
      return { short, long: result.reason ?? sentence(short), reason: result.reason, points: t('outcome.no_points') };
    }
    if (table.phase === 'failed' || !result || result.outcome === 'none') {
      const problem = table.problem ? problemText(table.problem, table.peer.nickname) : null;
      const short = problem?.title ?? t('outcome.unfinished');
      return { short, long: sentence(short), reason: problem?.body ?? null, points: t('outcome.no_points') };
    }
    const { winner } = result;
    const short =
      onlooking && (winner === 'host' || winner === 'guest')
        ? t('outcome.lost', { peer: nicknameAt(winner) })
        : t(`outcome.${result.outcome}`, { peer });
    const { conceded } = result;
    const reason = conceded
      ? t(`conceded.${conceded.code}.${conceded.by === table.role && !onlooking ? 'mine' : 'theirs'}`, {
          peer: nicknameAt(conceded.by),
        })
      : result.reason;
    const long =
      `${sentence(short)} ${conceded ? `${reason} ` : ''}${t(`report.${result.state}.short`, { peer })}`.trim();
    const mine = result.rating?.mine;
    const points =
      mine && result.rating?.applied ? t('outcome.points', { delta: formatPoints(mine.delta), after: mine.after }) : '';
    return { short, long, reason, points };
  };
}
