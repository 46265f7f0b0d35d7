import { IconBan } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { useEarlyPress } from '../core/early-press.ts';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { Segments } from '../ui/Segments.tsx';
import styles from './JoinFoot.module.css';

interface JoinFootProps {
  /** Null until the offer has loaded. */
  modes: ControlMode[] | null;
  host: string;
  refusal: Problem | null;
  /** The identity is registered. */
  ready: boolean;
  busy: boolean;
  /** Focuses the join button. */
  actionFirst: boolean;
  onJoin(mode: ControlMode): void;
}

const allModes: ControlMode[] = ['human', 'hybrid', 'autonomous'];

/** The choice of the control mode and the join button. A press before joining is possible takes effect later, and can be cancelled. */
export function JoinFoot({ modes, host, refusal, ready, busy, actionFirst, onJoin }: JoinFootProps) {
  const { t } = useTranslation('lobby');
  const problemText = useProblemText();
  const [chosen, setChosen] = useState<ControlMode | null>(null);
  const available = modes ?? allModes;
  const mode = chosen !== null && available.includes(chosen) ? chosen : (available[0] ?? 'human');
  const button = useRef<HTMLButtonElement>(null);
  // An unreachable host may be reachable by now.
  const refused = refusal !== null && refusal.code !== 'peer_unreachable';
  const waitingFor = modes === null ? 'details' : ready ? null : 'seat';
  const { waiting, press, cancel } = useEarlyPress({
    possible: waitingFor === null && !busy && !refused,
    refused: refused || busy,
    run: () => onJoin(mode),
  });

  useEffect(() => {
    if (actionFirst) button.current?.focus();
  }, [actionFirst]);

  return (
    <>
      {refusal && (
        <p className={`row top ${styles.refusal} bad`} role="alert">
          <IconBan size={17} stroke={1.75} aria-hidden="true" />
          <span className={styles.why}>
            <b>{problemText(refusal, host).sentence}</b> {problemText(refusal, host).body}
          </span>
          <span className="end">
            <CopyButton value={refusal.code} />
          </span>
        </p>
      )}
      <p className={`row top ${styles.refusal} dim`} role="status">
        {waiting && waitingFor ? (
          <>
            <span className={styles.why}>{t(`waiting.${waitingFor}`)}</span>
            <Button
              size="sm"
              onClick={() => {
                cancel();
                button.current?.focus();
              }}
            >
              {t('waiting.cancel')}
            </Button>
          </>
        ) : (
          !ready && t('not_registered')
        )}
      </p>
      <span className="dim small wide">{t('play_as')}</span>
      <Segments
        label={t('play_as')}
        value={mode}
        onChange={(value) => setChosen(value)}
        options={available.map((value) => ({ value, label: t(`seat.${value}`) }))}
      />
      <Button
        ref={button}
        look="primary"
        size="big"
        className="end"
        aria-disabled={busy || refused || waiting || undefined}
        aria-describedby="offer-title"
        onKeyDown={(event) => {
          // Ignores the key repeat of the press that opened the sheet.
          if (event.repeat) event.preventDefault();
        }}
        onClick={() => !busy && !refused && press()}
      >
        {busy ? t('joining') : t('join')}
      </Button>
    </>
  );
}
