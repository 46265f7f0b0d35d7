import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { BoardFrame } from '../../boards/BoardFrame.tsx';
import { browserCanContainBoards } from '../../boards/containment.ts';
import { useBoardAppearance } from '../../boards/use-board-appearance.ts';
import { useApp } from '../../core/context.tsx';
import { useOverlayOpen } from '../../core/overlays.ts';
import { useSample } from '../queries.ts';
import styles from './GameIntro.module.css';
import { PlayAgainstHouse } from './PlayAgainstHouse.tsx';
import rulesTab from './RulesTab.module.css';

/** A game's description, a sample position, and a button to play it against the house. */
export function GameIntro({ page }: { page: ProtocolPage }) {
  return (
    <div className={styles.intro}>
      <SampleBoard page={page} />
      <div className="col">
        <p className={rulesTab.lead}>{escapeInvisible(page.description)}</p>
        {page.source === 'bundled' && <PlayAgainstHouse page={page} />}
      </div>
    </div>
  );
}

const noop = () => {};

/** A sample position on the protocol's own board, which takes no input. */
function SampleBoard({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const appearance = useBoardAppearance();
  const shell = useApp((app) => app.shell);
  const overlayOpen = useOverlayOpen();
  const { data: samplePosition } = useSample(page.protocol_id);
  const [stopped, setStopped] = useState(false);
  if (!samplePosition || stopped || !(shell === 'desktop' || browserCanContainBoards())) return null;
  return (
    <figure className={styles.sample}>
      <div className={styles.board} inert>
        {!overlayOpen && (
          <BoardFrame
            key={appearance.locale}
            url={samplePosition.url}
            title={t('sample')}
            context={{
              ...appearance,
              role: samplePosition.record.seat,
              control_mode: 'human',
              options: samplePosition.record.options,
              names: { host: t('seat.host'), guest: t('seat.guest') },
            }}
            record={samplePosition.record}
            talk={samplePosition.talk}
            view={null}
            seq={1}
            ask={null}
            pickedAnswer={null}
            focusFallback={() => null}
            onPick={noop}
            onStop={() => setStopped(true)}
          />
        )}
      </div>
      <figcaption className={`${styles.caption} small faint`}>{t('sample')}</figcaption>
    </figure>
  );
}
