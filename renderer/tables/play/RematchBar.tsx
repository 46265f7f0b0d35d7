import { useTranslation } from 'react-i18next';
import type { LobbyEntry, Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { Problem } from '../../core/problem.ts';
import { useGainText } from '../../notices/gain-text.ts';
import { MomentsPlace } from '../../notices/MomentsPlace.tsx';
import { Button } from '../../ui/Button.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { useProblemText, useStillHolds } from '../../ui/problem-text.ts';
import { useOpenText } from '../open-text.ts';
import styles from './DecisionBar.module.css';
import ownStyles from './RematchBar.module.css';

interface RematchBarProps {
  table: Table;
  offer: LobbyEntry;
  /** True for a moment after the offer has taken the place of the result. */
  guarded: boolean;
  /** The answer is under way: the table is being joined. */
  busy: boolean;
  /** Why the last answer failed. */
  problem: Problem | null;
  onAccept(): void;
  onDecline(): void;
  onResult(): void;
}

/**
 * In place of the decision bar, under the last position: the peer asks for a rematch. The way to the result stays where it was, with its
 * key: who is about to press it must not sit down at a new game.
 */
export function RematchBar({ table, offer, guarded, busy, problem, onAccept, onDecline, onResult }: RematchBarProps) {
  const { t } = useTranslation('afterwards');
  const { t: tApp } = useTranslation();
  const { t: tTables } = useTranslation('tables');
  const problemText = useProblemText();
  const holds = useStillHolds(problem);
  const open = useOpenText(offer);
  // About the game that is offered: the result says what the last one gave.
  const gain = useGainText()(offer)?.sentence ?? '';
  return (
    <section
      id="decision"
      className={`${styles.bar} ${styles.ownTurn} ${ownStyles.bar} on-wood`}
      data-region="decision"
      data-decision="rematch"
      aria-label={tTables('bar.label')}
      tabIndex={-1}
    >
      <span className={`${styles.icon} ${ownStyles.picture}`}>
        <Identicon publicKey={table.peer.public_key} mode={table.peer_control_mode} size={40} />
      </span>
      <div className="grow">
        <div className={styles.sentence} data-testid="decision" role="status">
          {t(busy ? 'rematch.joining' : 'rematch.offered', { peer: isolatedName(table.peer.nickname) })}
        </div>
        <div className={styles.details}>
          <MomentsPlace isBar />
          <div className={`${styles.detail} ${ownStyles.detail}`}>
            {problem && holds
              ? problemText(problem).sentence
              : [gain, busy ? '' : open]
                  .filter(Boolean)
                  .reduce((first, second) => (first === '' ? second : tApp('sentences', { first, second })), '')}
          </div>
        </div>
      </div>
      <Button variant="wood" size="lg" onClick={onDecline}>
        {t('rematch.decline')}
      </Button>
      <Button
        variant="wood"
        size="lg"
        className={guarded ? (styles.guarded ?? '') : ''}
        data-action="rematch"
        aria-disabled={guarded || busy}
        onClick={onAccept}
      >
        {t('rematch.accept')}
      </Button>
      <Button variant="brass" size="lg" onClick={onResult}>
        {tTables('bar.see_result')}
        <Kbd>{tTables('bar.key_enter')}</Kbd>
      </Button>
    </section>
  );
}
