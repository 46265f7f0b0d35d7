import { useTranslation } from 'react-i18next';
import type { Person } from '../../../shared/bridge/contract.ts';
import { committedText } from '../../../shared/tables/commitment.ts';
import type { ControlMode } from '../../../shared/tables/hooks.ts';
import { Card } from '../../ui/Card.tsx';
import { formatTimeSeconds } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { PeerName } from '../../ui/PeerName.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './FairnessHand.module.css';
import { checkHand, firstDifference, type SealedRound } from './fairness.ts';

interface FairnessHandProps {
  person: Person;
  own: boolean;
  mode: ControlMode;
  hand: SealedRound['host'];
}

/** One side's commitment in three steps: committed, opened, and computed again. */
export function FairnessHand({ person, own, mode, hand }: FairnessHandProps) {
  const { t, i18n } = useTranslation('tables');
  const { state, computed } = checkHand(hand);
  const isOpened = hand.value !== null && hand.nonce !== null;
  const differenceIndex = hand.sealed !== null && computed !== null ? firstDifference(hand.sealed, computed) : 0;
  return (
    <Card
      smallTitle
      title={
        <span className={styles.who}>
          <Identicon publicKey={person.public_key} mode={mode} size={26} />
          {own ? t('you') : <PeerName name={person.nickname} />}
        </span>
      }
      headerEnd={
        state === 'same' ? (
          <Tag tone="good">{t('fair.opened_as_sealed')}</Tag>
        ) : state === 'different' ? (
          <Tag tone="bad">{t('fair.not_the_sealed')}</Tag>
        ) : null
      }
    >
      <p className={`row ${styles.step}`}>
        <span className={styles.number}>1</span>
        {hand.sealed === null || hand.sealed_at === null
          ? t('fair.not_sealed')
          : t('fair.sealed_at', { time: formatTimeSeconds(i18n.language, hand.sealed_at) })}
      </p>
      {hand.sealed !== null && <p className={styles.hash}>{hand.sealed}</p>}
      <p className={`row ${styles.step}`}>
        <span className={styles.number}>2</span>
        {isOpened ? t('fair.opened') : t('fair.not_opened')}
      </p>
      {isOpened && (
        <p className="row wrap" style={{ marginTop: 'var(--s1)' }}>
          <span className={styles.value}>{hand.value}</span>
          <span className="mono wrap small dim">{t('fair.nonce', { nonce: hand.nonce })}</span>
        </p>
      )}
      <p className={`row ${styles.step}`}>
        <span className={styles.number}>3</span>
        {isOpened
          ? t('fair.computed_of', { text: `${committedText(hand.value ?? '', hand.nonce ?? '').slice(0, 12)}…` })
          : t('fair.computed_later')}
      </p>
      {computed !== null && (
        <p className={`${styles.hash} ${state === 'same' ? styles.same : styles.different}`}>
          {state === 'same' ? (
            computed
          ) : (
            <>
              {computed.slice(0, differenceIndex)}
              <u>{computed.slice(differenceIndex, differenceIndex + 1)}</u>
              {computed.slice(differenceIndex + 1)}
            </>
          )}
        </p>
      )}
    </Card>
  );
}
