import { IconAdjustmentsHorizontal, IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject, StudioSeat } from '../../../shared/bridge/contract.ts';
import { type Answer, type ControlMode, type Role, roles } from '../../../shared/tables/hooks.ts';
import boards from '../../boards/Board.module.css';
import { browserCanContainBoards } from '../../boards/containment.ts';
import { useApp, useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { ViewParts } from '../../tables/ViewParts.tsx';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import type { Reports } from '../problems/reports.ts';
import { usePosition } from '../queries.ts';
import { AnswerBar } from './AnswerBar.tsx';
import { BoardArea } from './BoardArea.tsx';
import { usePreviewSettings } from './preview-settings.ts';
import { SeatControls } from './SeatControls.tsx';
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

/** One seat: its control mode, its board or Plain view, and the bar that plays the picked answer. */
export function SeatView({ project, game, role, frame, hidden, onSwitch, onReports }: SeatViewProps) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const { plain } = usePreviewSettings();
  const [pick, setPick] = useState<{ key: string; answer: Answer } | null>(null);
  const shell = useApp((app) => app.shell);
  const isContained = shell === 'desktop' || browserCanContainBoards();
  const { project_id, board } = project;
  const seat = game.seats[role];
  const { data: pastPosition, error: positionError } = usePosition(project_id, game, frame);
  const isPast = frame !== null;
  // A position of an earlier game may still be the last one that was loaded.
  const shown = isPast && pastPosition?.run === game.run ? pastPosition : null;
  const { view, board_record } = shown?.[role] ?? seat;
  const ask = isPast ? null : seat.ask;
  const ownPick = ask && seat.control_mode !== 'autonomous' && pick?.key === ask.key ? pick.answer : null;
  const pickedAnswer = ownPick ?? ask?.proposal ?? null;
  const solo = usePreviewSettings((settings) => settings.solo[project_id] ?? null);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const settingsId = useId();

  const seatMutation = useMutation({
    mutationFn: (change: { control_mode: ControlMode } | { hooks: StudioSeat['hooks'] }) =>
      bridge.studio.set_seat({ project_id, seat: role, ...change }),
  });
  const answerMutation = useMutation({
    mutationFn: (answer: { key: string; answer: Answer }) =>
      bridge.studio.answer({ project_id, seat: role, ...answer }),
  });
  const error = seatMutation.error ?? answerMutation.error ?? positionError;
  const onPick = (answer: Answer | null) => {
    seatMutation.reset();
    answerMutation.reset();
    setPick(answer === null || !seat.ask ? null : { key: seat.ask.key, answer });
  };
  const playAnswer = (answer: Answer) => {
    seatMutation.reset();
    if (seat.ask) answerMutation.mutate({ key: seat.ask.key, answer });
  };
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
          onChange={(control_mode) => {
            answerMutation.reset();
            seatMutation.mutate({ control_mode });
          }}
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
      <div className={styles.tray}>
        <div className={boards.hatch} />
        <div className={`row ${styles.plate} on-wood`}>
          <span className="truncate">
            {t(seat.hooks === 'by_hand' ? 'plate_by_hand' : board ? 'plate' : 'plate_none')}
          </span>
          <span className="end">{t(`role.${role}`)}</span>
        </div>
        {board && board_record && isContained && !plain ? (
          <BoardArea
            key={`${board.url} ${game.run}`}
            url={board.url}
            projectId={project_id}
            role={role}
            seat={seat}
            options={game.options}
            seq={`${game.run} ${shown?.seq ?? seat.seq}`}
            // Views of hooks generated from the spec are made for the Plain view only.
            view={seat.hooks === 'own' ? view : null}
            record={board_record}
            ask={ask}
            picked={pickedAnswer}
            onPick={onPick}
            onReports={onReports}
          />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
          <div className={styles.plain} tabIndex={0}>
            {board && !isContained && <p className="small">{t('uncontained')}</p>}
            <ViewParts view={view} role={role} protocolId={project.protocol_id ?? ''} />
          </div>
        )}
      </div>
      <AnswerBar
        seat={seat}
        ask={ask}
        isPast={isPast}
        primary={role === 'host' || !asksPerson(game.seats.host)}
        picked={pickedAnswer}
        problem={error && asProblem(error)}
        onPick={onPick}
        onPlay={playAnswer}
      />
    </div>
  );
}

const asksPerson = ({ control_mode, ask }: StudioSeat): boolean => control_mode !== 'autonomous' && ask !== null;
