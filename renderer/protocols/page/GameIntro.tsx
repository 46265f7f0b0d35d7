import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import { visible } from '../../../shared/peer-text.ts';
import { BoardFrame } from '../../boards/BoardFrame.tsx';
import { thisBrowserContainsBoards } from '../../boards/containment.ts';
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
        <p className={rulesTab.lead}>{visible(page.description)}</p>
        {page.source === 'bundled' && <PlayAgainstHouse page={page} />}
      </div>
    </div>
  );
}

const noop = () => {};

/** A sample position on the protocol's own board, which takes no input. */
function SampleBoard({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const look = useBoardAppearance();
  const shell = useApp((app) => app.shell);
  const overlayOpen = useOverlayOpen();
  const { data: sample } = useSample(page.protocol_id);
  const [stopped, setStopped] = useState(false);
  if (!sample || stopped || !(shell === 'desktop' || thisBrowserContainsBoards())) return null;
  return (
    <figure className={styles.sample}>
      <div className={styles.board} inert>
        {!overlayOpen && (
          <BoardFrame
            key={look.locale}
            url={sample.url}
            title={t('sample')}
            context={{
              ...look,
              role: sample.record.seat,
              control_mode: 'human',
              options: sample.record.options,
              names: { host: t('seat.host'), guest: t('seat.guest') },
            }}
            record={sample.record}
            talk={sample.talk}
            view={null}
            seq={1}
            ask={null}
            picked={null}
            home={() => null}
            onPick={noop}
            onStop={() => setStopped(true)}
          />
        )}
      </div>
      <figcaption className={`${styles.caption} small faint`}>{t('sample')}</figcaption>
    </figure>
  );
}
