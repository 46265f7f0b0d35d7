import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';

/** What the decision bar says of an offer of a draw: as its sentence, or beside it; null without one. */
export function useDrawNote({ draw, peer: { nickname } }: Pick<Table, 'draw' | 'peer'>) {
  const { t } = useTranslation('tables');
  const peer = isolatedName(nickname);
  return {
    sentence: draw === 'asked' || draw === 'accepted' ? t(`draw.${draw}`, { peer }) : null,
    detail:
      draw === 'asked'
        ? t('draw.lapses')
        : draw === 'offered' || draw === 'declined'
          ? t(`draw.${draw}`, { peer })
          : null,
  };
}
