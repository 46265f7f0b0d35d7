import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconRefresh,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { useDesk } from './desk.ts';
import { RestartDialog } from './RestartDialog.tsx';
import styles from './Studio.module.css';

interface TransportProps {
  project: StudioProject;
  game: StudioGame;
  frame: number | null;
  onFrame(frame: number | null): void;
}

/** Back and forth through what was played, hooks held or let go, and another game. */
export function Transport({ project, game, frame, onFrame }: TransportProps) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const { plain } = useDesk();
  const [asking, setAsking] = useState(false);
  const { project_id } = project;
  const { frame_count: count, paused, deadline, seats } = game;
  const over = seats.host.outcome !== null && seats.guest.outcome !== null;
  const hooksPlay = seats.host.by === 'hooks' || seats.guest.by === 'hooks';
  const at = frame ?? count;
  const to = (next: number) => onFrame(next >= count ? null : Math.max(0, next));
  return (
    <div className={styles.transport} role="toolbar" aria-label={t('transport.label')}>
      <Icon label={t('transport.start')} onClick={() => to(0)} disabled={at === 0}>
        <IconPlayerSkipBack size={17} stroke={1.75} aria-hidden="true" />
      </Icon>
      <Icon
        label={t(paused ? 'transport.go' : 'transport.hold')}
        onClick={() => void bridge.studio.pace({ project_id, paused: !paused })}
        disabled={over || !hooksPlay}
      >
        {paused ? (
          <IconPlayerPlay size={17} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconPlayerPause size={17} stroke={1.75} aria-hidden="true" />
        )}
      </Icon>
      <Icon
        label={t('transport.step')}
        onClick={() => void bridge.studio.pace({ project_id, paused: true, step: true })}
        disabled={over || !hooksPlay}
      >
        <IconPlayerTrackNext size={17} stroke={1.75} aria-hidden="true" />
      </Icon>
      <Icon label={t('transport.now')} onClick={() => onFrame(null)} disabled={frame === null}>
        <IconPlayerSkipForward size={17} stroke={1.75} aria-hidden="true" />
      </Icon>
      <input
        type="range"
        className={styles.slider}
        aria-label={t('transport.slider')}
        aria-valuetext={t('transport.frame', { at, count })}
        min={0}
        max={Math.max(1, count)}
        value={at}
        onChange={(event) => to(Number(event.currentTarget.value))}
      />
      <span className={styles.frames} data-testid="frames">
        {t('transport.frame', { at, count })}
      </span>
      <Button
        look="feltside"
        size="sm"
        aria-pressed={plain}
        onClick={() => useDesk.setState({ plain: !plain })}
        disabled={project.board === null}
      >
        {t('plain')}
      </Button>
      <Button
        look="feltside"
        size="sm"
        aria-pressed={deadline}
        onClick={() => void bridge.studio.deadline({ project_id, on: !deadline })}
      >
        {t(deadline ? 'deadline.on' : 'deadline.off')}
      </Button>
      <Button look="feltside" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('seed', { seed: game.seed })}
      </Button>
      <Button look="feltside" size="sm" onClick={() => void bridge.studio.restart({ project_id })}>
        <IconRefresh size={15} stroke={1.75} aria-hidden="true" />
        {t('restart.button')}
      </Button>
      {asking && <RestartDialog project={project} game={game} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface IconProps {
  label: string;
  disabled: boolean;
  onClick(): void;
  children: React.ReactNode;
}

function Icon({ label, disabled, onClick, children }: IconProps) {
  return (
    <Button look="feltside" size="sm" icon aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  );
}
