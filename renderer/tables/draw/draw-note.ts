import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { DrawState } from '../../../shared/tables/outcome.ts';

type Noted = Pick<Table, 'draw' | 'peer' | 'connection' | 'moves'>;

/** Whether nothing is heard from the other side, so that an offer of a draw can't be answered. */
export const isOutOfReach = ({ connection }: Pick<Table, 'connection'>): boolean =>
  connection.quiet_since !== null || connection.unheard_since !== undefined;

/** Whose offer has ended with the connection, until the next move; null if none has. */
function useLostOffer(table: Noted): 'asked' | 'offered' | null {
  const { draw, moves } = table;
  const [last, setLast] = useState<{ draw: DrawState; at: number; lost: 'asked' | 'offered' | null }>({
    ...{ draw, at: moves.length, lost: null },
  });
  if (last.draw === draw && last.at === moves.length) return last.lost;
  const isNew = draw === 'asked' || draw === 'offered' || last.at !== moves.length;
  const wasOpen = last.draw === 'asked' || last.draw === 'offered';
  const lost = isNew ? null : wasOpen && isOutOfReach(table) ? (last.draw as 'asked' | 'offered') : last.lost;
  setLast({ draw, at: moves.length, lost });
  return lost;
}

/** What the decision bar says of an offer of a draw: as its sentence, or beside it; null without one. */
export function useDrawNote(table: Noted) {
  const { draw, peer: person } = table;
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const peer = isolatedName(person.nickname);
  const lost = useLostOffer(table);
  return {
    sentence: draw === 'asked' || draw === 'accepted' ? t(`draw.${draw}`, { peer }) : null,
    detail:
      draw === 'asked'
        ? t(isOutOfReach(table) ? 'draw.unreachable' : 'draw.lapses', { peer })
        : draw === 'offered'
          ? t('draw.offered', { peer })
          : draw === 'declined'
            ? tApp('sentence', { text: t('draw.declined', { peer }) })
            : lost !== null
              ? t(`draw.lost_${lost}`, { peer })
              : null,
  };
}
