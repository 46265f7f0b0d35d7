import { IconAdjustmentsHorizontal, IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject, StudioSeat } from '../../../shared/bridge/contract.ts';
import { type ControlMode, type Role, roles } from '../../../shared/tables/hooks.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Segments } from '../../ui/Segments.tsx';
import type { Reports } from '../problems/reports.ts';
import { usePreviewSettings } from './preview-settings.ts';
import { SeatControls } from './SeatControls.tsx';
import { SeatPlay } from './SeatPlay.tsx';
import styles from './SeatView.module.css';

interface SeatViewProps {
  project: StudioProject;
  game: StudioGame;
  role: Role;
  /** Shows the position after this many messages; null is the current one. */
  frame: number | null;
  hidden: boolean;
  /** Switches seats in a window with space for only one; null if both are visible. */
  onSwitch: ((role: Role) => void) | null;
  onReports: Dispatch<SetStateAction<Reports>>;
}

/** One seat: who decides there, its settings, and what its player sees. */
export function SeatView({ project, game, role, frame, hidden, onSwitch, onReports }: SeatViewProps) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const { project_id } = project;
  const seat = game.seats[role];
  const solo = usePreviewSettings((settings) => settings.solo[project_id] ?? null);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const settingsId = useId();

  const seatMutation = useMutation({
    mutationFn: (change: { control_mode: ControlMode } | { hooks: StudioSeat['hooks'] }) =>
      bridge.studio.set_seat({ project_id, seat: role, ...change }),
  });
  return (
    <div className={`grow ${styles.seat}`} hidden={hidden} data-seat={role}>
      <div className={`row ${styles.head}`}>
        {onSwitch ? (
          <Segments
            label={t('seat_shown')}
            value={role}
            options={roles.map((value) => ({ value, label: t(`seat.${value}`) }))}
            onChange={onSwitch}
          />
        ) : (
          <b>{t(`seat.${role}`)}</b>
        )}
        <span className="end" />
        <Segments
          label={t('by.label', { seat: t(`seat.${role}`) })}
          value={seat.control_mode}
          options={(['human', 'hybrid', 'autonomous'] as const).map((value) => ({ value, label: t(`by.${value}`) }))}
          disabled={!seat.can_decide}
          onChange={(control_mode) => seatMutation.mutate({ control_mode })}
        />
        <Button
          variant="felt"
          size="sm"
          iconOnly
          aria-label={t('settings.of', { seat: t(`seat.${role}`) })}
          title={t('settings.of', { seat: t(`seat.${role}`) })}
          aria-expanded={settingsOpen}
          aria-controls={settingsOpen ? settingsId : undefined}
          onClick={() => setSettingsOpen(!settingsOpen)}
        >
          <IconAdjustmentsHorizontal size={17} stroke={1.75} aria-hidden="true" />
        </Button>
        {!onSwitch && (
          <Button
            variant="felt"
            size="sm"
            iconOnly
            aria-label={t('solo', { seat: t(`seat.${role}`) })}
            title={t('solo', { seat: t(`seat.${role}`) })}
            aria-pressed={solo === role}
            onClick={() =>
              usePreviewSettings.setState((now) => ({
                solo: { ...now.solo, [project_id]: solo === role ? null : role },
              }))
            }
          >
            {solo === role ? (
              <IconArrowsMinimize size={17} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconArrowsMaximize size={17} stroke={1.75} aria-hidden="true" />
            )}
          </Button>
        )}
      </div>
      {settingsOpen && (
        <SeatControls
          id={settingsId}
          project={project}
          role={role}
          seat={seat}
          onHooks={(hooks) => seatMutation.mutate({ hooks })}
          onClose={() => setSettingsOpen(false)}
        />
      )}
      {seatMutation.error && <ProblemLine problem={asProblem(seatMutation.error)} />}
      <SeatPlay key={game.run} project={project} game={game} role={role} frame={frame} onReports={onReports} />
    </div>
  );
}
