import { useTranslation } from 'react-i18next';
import type { StudioGame } from '../../../shared/bridge/contract.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { SentenceSpace } from '../../ui/SentenceSpace.tsx';
import styles from './Interventions.module.css';
import { TakeBack } from './TakeBack.tsx';

interface LostSeatProps {
  projectId: string;
  game: Pick<StudioGame, 'run'>;
  role: Role;
  lostAt: number;
}

/** In place of a seat's decision: the author's message went past it. */
export function LostSeat({ projectId, game, role, lostAt }: LostSeatProps) {
  const { t } = useTranslation('studio');
  return (
    <p className={styles.lost} role="status">
      {t('forge.lost', { seat: t(`seat.${role}`) })}
      <SentenceSpace />
      <TakeBack projectId={projectId} run={game.run} frame={lostAt - 1} />
    </p>
  );
}
