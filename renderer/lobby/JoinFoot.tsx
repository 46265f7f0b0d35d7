import { IconBan } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { useEarlyPress } from '../core/early-press.ts';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { reveal } from '../ui/reveal.ts';
import { Segments } from '../ui/Segments.tsx';
import { unplayableCodes } from './GainCell.tsx';
import styles from './JoinFoot.module.css';

interface JoinFootProps {
  /** Null until the offer has loaded. */
  modes: ControlMode[] | null;
  host: string;
  /** Joining is for a conversation, not for a game. */
  isChat: boolean;
  problem: Problem | null;
  /** The identity is registered. */
  ready: boolean;
  busy: boolean;
  /** Focuses the join button. */
  focusesJoin: boolean;
  onJoin(mode: ControlMode): void;
}

const allModes: ControlMode[] = ['human', 'hybrid', 'autonomous'];

/** The choice of the control mode and the join button. A press before joining is possible takes effect later, and can be cancelled. */
export function JoinFoot({ modes, host, isChat, problem, ready, busy, focusesJoin, onJoin }: JoinFootProps) {
  const { t } = useTranslation('lobby');
  const problemText = useProblemText();
  const [selectedMode, setSelectedMode] = useState<ControlMode | null>(null);
  const availableModes = modes ?? allModes;
  const mode =
    selectedMode !== null && availableModes.includes(selectedMode) ? selectedMode : (availableModes[0] ?? 'human');
  const asLabel = t(isChat ? 'talk_as' : 'play_as');
  const button = useRef<HTMLButtonElement>(null);
  // An unreachable host may be reachable by now.
  const isRefused = problem !== null && problem.code !== 'peer_unreachable';
  const isUnplayable = problem !== null && unplayableCodes.includes(problem.code);
  const waitingFor = modes === null ? 'details' : ready ? null : 'seat';
  const { waiting, press, cancel } = useEarlyPress({
    canRun: waitingFor === null && !busy && !isRefused,
    isRefused: isRefused || busy,
    run: () => onJoin(mode),
  });

  useEffect(() => {
    if (focusesJoin) button.current?.focus();
  }, [focusesJoin]);

  return (
    <>
      {problem && (
        <p className={`row top ${styles.message} bad`} role="alert" ref={reveal}>
          <IconBan size={17} stroke={1.75} aria-hidden="true" />
          <span className={styles.messageText}>
            <b>{problemText(problem, { peer: host }).sentence}</b> {problemText(problem, { peer: host }).body}
          </span>
          <span className="end">
            <CopyButton value={problem.code} />
          </span>
        </p>
      )}
      <p className={`row top ${styles.message} dim`} role="status">
        {waiting && waitingFor ? (
          <>
            <span className={styles.messageText}>{t(`waiting.${waitingFor}`)}</span>
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
      {!isUnplayable && (
        <>
          <span className={`${styles.playAs} dim small`}>{asLabel}</span>
          <Segments
            label={asLabel}
            value={mode}
            onChange={(value) => setSelectedMode(value)}
            options={availableModes.map((value) => ({ value, label: t(`seat.${value}`) }))}
          />
          <Button
            ref={button}
            variant="primary"
            size="lg"
            className="end"
            aria-disabled={busy || isRefused || waiting || undefined}
            aria-describedby="offer-title"
            onKeyDown={(event) => {
              // Ignores the key repeat of the press that opened the sheet.
              if (event.repeat) event.preventDefault();
            }}
            onClick={() => !busy && !isRefused && press()}
          >
            {busy ? t('joining') : t('join')}
          </Button>
        </>
      )}
    </>
  );
}
