import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableRow } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { endOf } from '../../shared/tables/table-end.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { formatPoints } from '../ui/format.ts';
import { useProblemText } from '../ui/problem-text.ts';
import { OnlookerContext } from './seats.ts';

export interface OutcomeText {
  /** E.g. `You won`; only where `reason` stands beside it. */
  short: string;
  /** Why: the hooks' sentence, a resignation, a timeout, or what went wrong; null if unknown. */
  reason: string | null;
  /** Both on one line, for lists: `You won. Ada resigned.` */
  line: string;
  /** With the state of the reports: `You won. Ada resigned. Both reports agree.` */
  long: string;
  /** E.g. `+18, rating 1282.`, or why there are none; empty while unknown. */
  points: string;
}

/** The outcome of a table as text, the same on screen and for screen readers. */
export function useOutcomeText(): (table: TableRow) => OutcomeText {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const problemText = useProblemText();
  const book = useLabelBook();
  const onlooking = useContext(OnlookerContext);
  const sentence = (text: string) => tApp('sentence', { text });
  const joined = (...parts: (string | null)[]) =>
    parts.filter((part) => part !== null).reduce((first, second) => tApp('sentences', { first, second }));
  return (table) => {
    const { result } = table;
    const end = endOf(table);
    const peer = isolatedName(table.peer.nickname);
    const nicknameAt = (role: Role) => isolatedName((role === table.role ? table.me : table.peer).nickname);
    const isUser = (role: Role) => !onlooking && role === table.role;
    /** The hooks' reason from the user's side; from the first player's for an onlooker. */
    const ending = (reason: string | null) =>
      reason === null
        ? null
        : book.labelsFor(table.protocol.protocol_id).ending(reason, {
            role: table.role,
            winner: result?.winner === 'host' || result?.winner === 'guest' ? result.winner : null,
            within: (role) => (isUser(role) ? t('you_within') : nicknameAt(role)),
            starting: (role) => (isUser(role) ? t('you') : nicknameAt(role)),
          });
    const isChat = table.protocol.mode === 'free';
    const noPoints = isChat ? '' : t('outcome.no_points');
    if (end.kind === 'failed') {
      const text = end.problem ? problemText(end.problem, { peer: table.peer.nickname }) : null;
      const title = end.peerReason ? t(`ended_by_peer.${end.peerReason}`, { peer }) : text?.title;
      const short = title ?? t(isChat ? 'outcome.broke_off' : 'outcome.unfinished');
      return { short, reason: text?.body ?? null, line: sentence(short), long: sentence(short), points: noPoints };
    }
    if (end.kind === 'decided' && end.outcome === 'none') {
      const isUnsaid = result?.state === 'unsaid';
      const short = t(isChat ? 'outcome.talked' : 'turn.finished');
      const reason = isUnsaid ? t('report.unsaid.short') : ending(end.reason);
      const line = reason ?? sentence(short);
      return { short, reason, line, long: line, points: isUnsaid ? t('outcome.unsaid') : noPoints };
    }
    const winner = result?.winner;
    const short =
      onlooking && (winner === 'host' || winner === 'guest')
        ? t('outcome.lost', { peer: nicknameAt(winner) })
        : t(`outcome.${end.outcome as 'won' | 'lost' | 'drawn'}`, { peer });
    const why = () => {
      if (end.kind === 'agreed') return t('agreed');
      if (end.kind === 'decided') return ending(end.reason);
      const side = end.by === table.role && !onlooking ? 'mine' : 'theirs';
      return t(`conceded.${end.code}.${side}`, { peer: nicknameAt(end.by) });
    };
    const reason = why();
    if (result?.state === 'disputed' && !onlooking) {
      const reported = t('outcome.reported', { outcome: short });
      const disputed = t('outcome.disputed');
      const line = joined(sentence(disputed), joined(reported, reason));
      return { short: disputed, reason: reported, line, long: line, points: t('outcome.no_points') };
    }
    const line = joined(sentence(short), reason);
    const mine = result?.rating?.mine;
    return {
      short,
      reason,
      line,
      long: joined(line, result ? t(`report.${result.state}.short`, { peer }) : null),
      points:
        mine && result.rating?.applied
          ? t('outcome.points', { delta: formatPoints(mine.delta), after: mine.after })
          : result?.state === 'capped'
            ? t('outcome.capped', { peer })
            : '',
    };
  };
}
