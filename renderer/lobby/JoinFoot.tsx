import { IconBan } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import type { Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useProblemWords } from '../look/problem-words.ts';
import { Segments } from '../look/Segments.tsx';
import styles from './OfferSheet.module.css';

interface JoinFootProps {
  /** Null until the offer is read. */
  modes: ControlMode[] | null;
  host: string;
  refusal: Problem | null;
  ready: boolean;
  busy: boolean;
  actionFirst: boolean;
  onJoin(mode: ControlMode): void;
}

const allModes: ControlMode[] = ['human', 'hybrid', 'autonomous'];

export function JoinFoot({ modes, host, refusal, ready, busy, actionFirst, onJoin }: JoinFootProps) {
  const { t } = useTranslation('lobby');
  const words = useProblemWords();
  const [chosen, setChosen] = useState<ControlMode | null>(null);
  const mode = chosen ?? (modes === null || modes.includes('human') ? 'human' : (modes[0] ?? 'human'));
  const button = useRef<HTMLButtonElement>(null);
  const open = modes !== null && ready && !busy && (refusal === null || refusal.code === 'peer_unreachable');

  useEffect(() => {
    if (actionFirst) button.current?.focus();
  }, [actionFirst]);

  return (
    <>
      {refusal && (
        <p className={`${styles.refusal} bad`} role="alert">
          <IconBan size={17} stroke={1.75} aria-hidden="true" />
          <span className={styles.why}>
            <b>{words(refusal, host).told}</b> {words(refusal, host).body}
          </span>
          <span className="end">
            <CopyButton value={refusal.code} />
          </span>
        </p>
      )}
      {!ready && <p className={`${styles.refusal} dim`}>{t('not_seated')}</p>}
      <span className="dim small wide">{t('play_as')}</span>
      <Segments
        label={t('play_as')}
        value={mode}
        onChange={(value) => setChosen(value)}
        disabled={modes === null}
        options={(modes ?? allModes).map((value) => ({ value, label: t(`seat.${value}`) }))}
      />
      <Button
        ref={button}
        look="primary"
        size="big"
        className="end"
        aria-disabled={!open || undefined}
        aria-describedby="offer-title"
        onKeyDown={(event) => {
          // A key held down on the row must not run through the sheet.
          if (event.repeat) event.preventDefault();
        }}
        onClick={() => open && onJoin(mode)}
      >
        {busy ? t('joining') : t('join')}
      </Button>
    </>
  );
}
