import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { signed } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';

export interface OutcomeWords {
  /** `You won`. */
  short: string;
  /** `You won. Both reports agree.` */
  long: string;
  /** `+18, rating 1282.` or why there are none; empty while unknown. */
  points: string;
}

/** How a table ended, in the sentences that are shown and spoken alike. */
export function useOutcomeWords(): (table: Table) => OutcomeWords {
  const { t } = useTranslation('tables');
  const { t: frame } = useTranslation();
  const problemWords = useProblemWords();
  const sentence = (text: string) => frame('sentence', { text });
  return (table) => {
    const { result } = table;
    const peer = isolated(table.peer.nickname);
    if (table.phase === 'finished' && result?.outcome === 'none') {
      const short = t('turn.finished');
      return { short, long: result.reason ?? sentence(short), points: t('outcome.no_points') };
    }
    if (table.phase === 'failed' || !result || result.outcome === 'none') {
      const short = table.problem ? problemWords(table.problem, table.peer.nickname).title : t('outcome.unfinished');
      return { short, long: sentence(short), points: t('outcome.no_points') };
    }
    const short = t(`outcome.${result.outcome}`, { peer });
    const long = `${sentence(short)} ${t(`report.${result.state}.short`, { peer })}`.trim();
    const mine = result.rating?.mine;
    const points =
      mine && result.rating?.applied ? t('outcome.points', { delta: signed(mine.delta), after: mine.after }) : '';
    return { short, long, points };
  };
}
