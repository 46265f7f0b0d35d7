import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { GameHistory } from '../../../shared/bridge/contract.ts';
import { Card } from '../../ui/Card.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { PeerName } from '../../ui/PeerName.tsx';
import { filteredPath } from '../list/filter.ts';
import { TallyTable } from './TallyTable.tsx';

/** The opponents, most played first; each links to the tables with them. */
export function OpponentsCard({ history: { game, opponents, other_opponents } }: { history: GameHistory }) {
  const { t } = useTranslation('history');
  const rows = opponents.map(({ public_key, nickname, tally }) => ({
    key: public_key,
    title: (
      <Link href={filteredPath({ game: game.protocol_id, opponent: public_key })} className="row">
        <Identicon publicKey={public_key} size={22} />
        <PeerName name={nickname} />
      </Link>
    ),
    tally,
  }));
  const { count, ...tally } = other_opponents;
  if (count > 0) rows.push({ key: 'others', title: <span>{t('opponents.others', { count })}</span>, tally });
  return (
    <Card title={t('opponents.title')} smallTitle>
      <TallyTable caption={t('opponents.title')} heading={t('opponents.name')} rows={rows} />
    </Card>
  );
}
