import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconRefresh,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject } from '../../../shared/bridge/contract.ts';
import { attempt } from '../../core/attempt.ts';
import { useBridge } from '../../core/context.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './PlaybackControls.module.css';
import { usePreviewSettings } from './preview-settings.ts';

interface PlaybackControlsProps {
  project: StudioProject;
  game: StudioGame;
  frame: number | null;
  onFrame(frame: number | null): void;
}

/** The toolbar that steps through the game, pauses its hooks, and restarts it. */
export function PlaybackControls({ project, game, frame, onFrame }: PlaybackControlsProps) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const { plain } = usePreviewSettings();
  const { project_id } = project;
  const { frame_count: count, paused, deadline, seats } = game;
  const isOver = seats.host.outcome !== null && seats.guest.outcome !== null;
  const hooksDecide = seats.host.control_mode === 'autonomous' || seats.guest.control_mode === 'autonomous';
  const position = frame ?? count;
  const seek = (next: number) => onFrame(next >= count ? null : Math.max(0, next));
  return (
    <div className={`row wrap ${styles.transport}`} role="toolbar" aria-label={t('transport.label')}>
      <ToolButton label={t('transport.start')} onClick={() => seek(0)} disabled={position === 0}>
        <IconPlayerSkipBack size={17} stroke={1.75} aria-hidden="true" />
      </ToolButton>
      <ToolButton
        label={t(paused ? 'transport.go' : 'transport.hold')}
        onClick={() => attempt(() => bridge.studio.set_pace({ project_id, paused: !paused }))}
        disabled={isOver || !hooksDecide}
      >
        {paused ? (
          <IconPlayerPlay size={17} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconPlayerPause size={17} stroke={1.75} aria-hidden="true" />
        )}
      </ToolButton>
      <ToolButton
        label={t('transport.step')}
        onClick={() => attempt(() => bridge.studio.set_pace({ project_id, paused: true, step: true }))}
        disabled={isOver || !hooksDecide}
      >
        <IconPlayerTrackNext size={17} stroke={1.75} aria-hidden="true" />
      </ToolButton>
      <ToolButton label={t('transport.now')} onClick={() => onFrame(null)} disabled={frame === null}>
        <IconPlayerSkipForward size={17} stroke={1.75} aria-hidden="true" />
      </ToolButton>
      <input
        type="range"
        className={styles.slider}
        aria-label={t('transport.slider')}
        aria-valuetext={t('transport.frame', { at: position, count })}
        min={0}
        max={Math.max(1, count)}
        value={position}
        onChange={(event) => seek(Number(event.currentTarget.value))}
      />
      <span className={styles.frames} data-testid="frames">
        {t('transport.frame', { at: position, count })}
      </span>
      <Button
        variant="felt"
        size="sm"
        aria-pressed={plain}
        onClick={() => usePreviewSettings.setState({ plain: !plain })}
        disabled={project.board === null}
      >
        {t('plain')}
      </Button>
      <Button
        variant="felt"
        size="sm"
        aria-pressed={deadline}
        onClick={() => attempt(() => bridge.studio.set_deadline({ project_id, on: !deadline }))}
      >
        {t(deadline ? 'deadline.on' : 'deadline.off')}
      </Button>
      <Button
        variant="felt"
        size="sm"
        onClick={() => usePreviewSettings.setState({ tab: 'options', panelFolded: false })}
      >
        {t('seed', { seed: game.seed })}
      </Button>
      <span className={styles.last}>
        <span inert={frame !== null}>
          <Button variant="felt" size="sm" onClick={() => attempt(() => bridge.studio.restart({ project_id }))}>
            <IconRefresh size={15} stroke={1.75} aria-hidden="true" />
            {t('restart.button')}
          </Button>
        </span>
        <span inert={frame === null}>
          <Button
            variant="brass"
            size="sm"
            onClick={() =>
              attempt(() => bridge.studio.continue_from({ project_id, run: game.run, frame: frame ?? count }))
            }
          >
            {t('transport.play_on')}
          </Button>
        </span>
      </span>
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  disabled: boolean;
  onClick(): void;
  children: React.ReactNode;
}

function ToolButton({ label, disabled, onClick, children }: ToolButtonProps) {
  return (
    <Button variant="felt" size="sm" iconOnly aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  );
}
