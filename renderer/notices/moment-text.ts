/** The words of a moment's card: one sentence, and one line with the numbers. Never words of other people, except their names: a card shows them apart. */
import { useTranslation } from 'react-i18next';
import type { EndedTable, LobbyEntry } from '../../shared/bridge/contract.ts';
import { closingAt } from '../../shared/community/renewal.ts';
import { endKindOf } from '../../shared/notices/ends.ts';
import type { Moment, MomentClocks } from '../../shared/notices/moments.ts';
import { outcomeOf } from '../../shared/notices/notices.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { leftSince } from '../../shared/tables/time-left.ts';
import { dueAt } from '../../shared/tables/waiting-tables.ts';
import { communityClock, wallTimeOf } from '../core/clock.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { formatCountdown, formatPoints, formatTime } from '../ui/format.ts';
import { usePaceText } from '../ui/pace-text.ts';
import { useProblemText } from '../ui/problem-text.ts';
import { useGainText } from './gain-text.ts';
import { tableNames } from './waiting-tables.ts';

export interface MomentText {
  title: string;
  /** Empty if there is nothing to add. */
  line: string;
  /** Of one offer: whether it is about points, where the line isn't shown. */
  tag?: string | null;
  /** What is left of an offer; null while it stays open. */
  open: string | null;
}

export function useMomentText(): (moment: Moment, now: MomentClocks) => MomentText {
  const { t, i18n } = useTranslation('notices');
  const { t: tApp } = useTranslation();
  const book = useLabelBook();
  const pace = usePaceText();
  const problemText = useProblemText();
  const gainText = useGainText();
  const sentences = (...parts: (string | null)[]) =>
    parts.filter(Boolean).join(i18n.language.startsWith('zh') ? '' : ' ');

  const terms = ({ protocol_id, options }: LobbyEntry) => {
    const labels = book.labelsFor(protocol_id);
    const list = labels.list([labels.options(options), pace.forOptions(options)]);
    return list === '' ? null : t('moments.line.game', { game: escapeInvisible(list) });
  };
  const points = ({ result }: EndedTable) => {
    // What a rematch repeats.
    if (result?.state === 'unrated') return tApp('points.none');
    const mine = result?.rating?.applied ? result.rating.mine : null;
    return mine && t('moments.line.points', { delta: formatPoints(mine.delta), after: mine.after });
  };
  const sums = ({ won, lost, drawn }: { won: number; lost: number; drawn: number }) =>
    t('moments.line.sums', { won, lost, drawn });
  const endOf = (table: EndedTable): { title: string; line: string } => {
    const { name, game } = tableNames(table);
    const conceded = table.result?.conceded?.code;
    const outcome = outcomeOf(table);
    if (table.protocol.mode === 'free' && table.session_id !== null)
      return {
        title: t(outcome === 'unfinished' ? 'moments.title.chat_broken' : 'moments.title.chat_over', { name }),
        line: '',
      };
    if (outcome === 'unfinished') {
      const reason = table.problem && problemText(table.problem, { peer: table.peer.nickname }).sentence;
      // This side's own limit: the line of notices has room for the title alone.
      const isLate = table.problem?.code === 'decision_timeout';
      const key = table.session_id === null && name !== '' ? 'not_joined' : isLate ? 'unfinished_time' : 'unfinished';
      const title = t(`moments.title.${key}`, { name, game });
      return { title, line: sentences(reason) };
    }
    if (outcome === 'won' && conceded === 'resigned')
      return {
        title: t('moments.title.won_resigned', { name }),
        line: sentences(t('moments.line.game', { game }), points(table)),
      };
    const byTime = conceded === 'decision_timeout';
    const key = byTime && outcome === 'won' ? 'won_time' : byTime && outcome === 'lost' ? 'lost_time' : outcome;
    return {
      title: t(`moments.title.${key}`, { game }),
      line: sentences(t('moments.line.against', { name }), points(table)),
    };
  };

  return (moment, now) => {
    switch (moment.kind) {
      case 'challenge':
      case 'rematch': {
        const { offer, count } = moment;
        const name = isolatedName(offer.host.nickname);
        const game = escapeInvisible(offer.protocol_name);
        if (count > 1) {
          const several = moment.kind === 'challenge' ? 'challenges' : 'rematches';
          return {
            title: t(`moments.title.${several}`, { name, count }),
            line: t('moments.line.newest', { game }),
            open: null,
          };
        }
        const closes = closingAt(offer, now.community);
        const time = closes === null ? null : formatCountdown(closes - now.community);
        const gain = gainText(offer);
        const about =
          moment.kind === 'challenge' && offer.type !== 'chat' ? terms(offer) : t('moments.line.game', { game });
        return {
          title: t(`moments.title.${moment.kind === 'challenge' && offer.type === 'chat' ? 'invited' : moment.kind}`, {
            name,
            game,
          }),
          line: sentences(
            about,
            gain?.sentence ?? null,
            time === null ? t('moments.line.open_while', { name }) : t('moments.line.open', { time }),
          ),
          tag: gain?.tag ?? null,
          open: time,
        };
      }
      case 'declined': {
        const { peer, protocol_name, rematch_of } = moment.answer;
        return {
          title: t(rematch_of === null ? 'moments.title.declined' : 'moments.title.declined_rematch', {
            name: isolatedName(peer.name),
          }),
          line: t('moments.line.table_closed', { game: escapeInvisible(protocol_name) }),
          open: null,
        };
      }
      case 'turn': {
        const { table } = moment;
        const names = tableNames(table);
        const due = dueAt(table);
        const isProposal = table.ask?.plays_at != null;
        const key = isProposal ? 'proposal' : 'turn';
        const time =
          due === null || table.ask === null ? '' : formatCountdown(leftSince(table.ask.asked_at, due, now.main));
        const zero = isProposal
          ? 'zero_plays'
          : table.ask?.deadline_at == null
            ? null
            : table.concession === 'open'
              ? 'zero_loses'
              : 'zero_ends';
        return {
          title: due === null ? t(`moments.title.${key}`, names) : t(`moments.title.${key}_left`, { ...names, time }),
          line: sentences(t('moments.line.against', names), zero && t(`moments.line.${zero}`)),
          open: null,
        };
      }
      case 'guests': {
        const { tables } = moment;
        const [table] = tables;
        if (tables.length === 1 && table)
          return { title: t('moments.title.guest', tableNames(table)), line: '', open: null };
        return { title: t('moments.title.guests', { count: tables.length }), line: '', open: null };
      }
      case 'ended': {
        const { newest, count } = moment;
        if (count === 1) return { ...endOf(newest), open: null };
        const { name } = tableNames(newest);
        const ending = endKindOf(newest);
        const title = t(`moments.title.ended_${ending}`, { count, name });
        return { title, line: ending === 'games' ? sums(moment) : '', open: null };
      }
      case 'agent': {
        const { newest, count } = moment;
        if (count > 1) return { title: t('moments.title.agents', { count }), line: sums(moment), open: null };
        const names = tableNames(newest);
        return {
          title: t(`moments.title.agent_${outcomeOf(newest)}`, names),
          line: sentences(t('moments.line.against', names), points(newest)),
          open: null,
        };
      }
      case 'messages': {
        const { writer, count, newest_at } = moment.messages;
        const name = writer === null ? '' : isolatedName(writer.name);
        const key = writer === null ? 'unsigned' : count === 1 ? 'message' : 'messages';
        const time = formatTime(i18n.language, newest_at);
        return {
          title: t(`moments.title.${key}`, { name, count }),
          line: t(count === 1 ? 'moments.line.sealed' : 'moments.line.sealed_newest', { time }),
          open: null,
        };
      }
      case 'talk':
        return {
          title: t('moments.title.message', tableNames(moment.table)),
          line: t('moments.line.chat', { time: formatTime(i18n.language, wallTimeOf(moment.at, communityClock)) }),
          open: null,
        };
      case 'draw': {
        const names = tableNames(moment.table);
        return {
          title: t('moments.title.draw', names),
          line: sentences(t('moments.line.game', names), t('moments.line.draw_lapses')),
          open: null,
        };
      }
      case 'quiet': {
        const names = tableNames(moment.table);
        const until = moment.table.connection.gives_up_at;
        return {
          title: t('moments.title.quiet', names),
          line: sentences(
            t('moments.line.game', names),
            until === null ? null : t('moments.line.seat_kept', { time: formatCountdown(until - now.main) }),
          ),
          open: null,
        };
      }
    }
  };
}
