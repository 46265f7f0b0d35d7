/** The texts and the position of a result picture (draw-picture.ts). */
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import type { ControlMode, Role } from '../../../shared/tables/hooks.ts';
import { timeOf } from '../../../shared/tables/table-rows.ts';
import { useCommunityName } from '../../core/community-name.ts';
import { useLabels } from '../../core/use-labels.ts';
import { formatDate, formatPoints } from '../../ui/format.ts';
import { type Cell, lineOf, positionOf } from '../view-shape.ts';

export interface PictureSeat {
  name: string;
  publicKey: string;
  mode: ControlMode;
  /** `1264`, or `1264 → 1282`; empty if unknown. */
  rating: string;
  /** `+18`; empty if nothing changed. */
  gain: string;
}

/** Addressed to third parties, so no player is called "you". */
export interface PictureContent {
  game: string;
  headline: string;
  /** How the game ended: its reason, who conceded, or an agreement; may be empty. */
  ending: string;
  /** The state of the reports, such as that both agree; empty if the game did not finish. */
  report: string;
  /** The community and the date. */
  caption: string;
  /** The user's seat first. */
  seats: readonly [PictureSeat, PictureSeat];
  /** The last position if the game has a grid: its cells, the winning line, and the value of the user's cells. */
  grid: { cells: Cell[][]; winningLine: { row: number; col: number }[]; ownCell: Cell } | null;
}

export function usePictureContent(table: Table): PictureContent {
  const { t, i18n } = useTranslation('tables');
  const community = useCommunityName();
  const labels = useLabels(table.protocol.protocol_id);
  const { me, peer, result } = table;
  const ownName = isolatedName(me.nickname);
  const peerName = isolatedName(peer.nickname);
  const headline = () => {
    if (!result || table.phase === 'failed') return t('outcome.unfinished');
    if (result.outcome === 'none') return t(table.phase === 'finished' ? 'turn.finished' : 'outcome.unfinished');
    if (result.outcome === 'drawn') return t('outcome.drawn');
    // The text names the winner.
    return t('outcome.lost', { peer: result.outcome === 'won' ? ownName : peerName });
  };
  const ending = () => {
    if (!result || table.phase === 'failed') return '';
    const { conceded, agreed, reason } = result;
    if (agreed) return t('agreed');
    if (!conceded) {
      const nameOf = (role: Role) => (role === table.role ? ownName : peerName);
      const winner = result.winner === 'host' || result.winner === 'guest' ? result.winner : null;
      return reason === null
        ? ''
        : labels.ending(escapeInvisible(reason), { role: table.role, winner, within: nameOf, starting: nameOf });
    }
    return t(`conceded.${conceded.code}.theirs`, { peer: conceded.by === table.role ? ownName : peerName });
  };
  const pictureSeat = (side: 'mine' | 'theirs'): PictureSeat => {
    const person = side === 'mine' ? me : peer;
    const change = result?.rating?.applied ? result.rating[side] : null;
    return {
      name: isolatedName(person.nickname),
      publicKey: person.public_key,
      mode: side === 'mine' ? table.control_mode : table.peer_control_mode,
      rating: change ? `${change.before} → ${change.after}` : String(person.rating ?? ''),
      gain: change ? formatPoints(change.delta) : '',
    };
  };
  const position = positionOf(table.view);
  return {
    game: escapeInvisible(table.protocol.name),
    headline: headline(),
    ending: ending(),
    report: result && table.phase === 'finished' ? t(`report.${result.state}.short`) : '',
    caption: `${community} · ${formatDate(i18n.language, timeOf(table))}`,
    seats: [pictureSeat('mine'), pictureSeat('theirs')],
    grid: position?.[0]?.length ? { cells: position, winningLine: lineOf(table.view), ownCell: table.role } : null,
  };
}
