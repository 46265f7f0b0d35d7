import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';

/** What the decision bar says of an offer of a draw: as its sentence, or beside it; null without one. */
export function useDrawNote({ draw, peer: { nickname } }: Pick<Table, 'draw' | 'peer'>) {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const peer = isolatedName(nickname);
  return {
    sentence: draw === 'asked' || draw === 'accepted' ? t(`draw.${draw}`, { peer }) : null,
    detail:
      draw === 'asked'
        ? t('draw.lapses')
        : draw === 'offered'
          ? t('draw.offered', { peer })
          : draw === 'declined'
            ? tApp('sentence', { text: t('draw.declined', { peer }) })
            : null,
  };
}
