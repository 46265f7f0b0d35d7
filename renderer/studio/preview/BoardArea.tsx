import { useElementSize } from '@mantine/hooks';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardNumber } from '../../../shared/boards/contract.ts';
import type { StudioGame, StudioPosition, StudioSeat } from '../../../shared/bridge/contract.ts';
import type { Answer, Role } from '../../../shared/tables/hooks.ts';
import boards from '../../boards/Board.module.css';
import { BoardFrame, type BoardSize, type DrawnAnswers } from '../../boards/BoardFrame.tsx';
import { BoardStopped } from '../../boards/BoardStopped.tsx';
import type { StopReason } from '../../boards/message-guard.ts';
import { useBoardAppearance } from '../../boards/use-board-appearance.ts';
import { useOverlayOpen } from '../../core/overlays.ts';
import {
  type Reports,
  withConnectedBoard,
  withLog,
  withRefusedMessage,
  withReport,
  withSilentBoard,
  withStop,
} from '../problems/reports.ts';
import { useAppearance } from './appearance.ts';
import styles from './BoardArea.module.css';
import { layoutOf, usePreviewSettings, useSeatPreview } from './preview-settings.ts';
import { ResizeHandle } from './ResizeHandle.tsx';

interface BoardAreaProps {
  projectId: string;
  url: string;
  role: Role;
  seat: StudioSeat;
  options: StudioGame['options'];
  /** Changes whenever the board has something new to show. */
  seq: string;
  view: StudioPosition['view'];
  record: NonNullable<StudioPosition['board_record']>;
  ask: StudioSeat['ask'];
  picked: Answer | null;
  onPick(answer: Answer | null): void;
  onIllegal(): void;
  onNumbers(numbers: readonly BoardNumber[]): void;
  onDraws(drawn: DrawnAnswers | null | undefined): void;
  onReports: Dispatch<SetStateAction<Reports>>;
}

/** Milliseconds after which a board that has not initialized is reported. */
const initTimeoutMs = 4_000;

/** The bar below the board of a seat; it takes the focus when the board gives it up. */
const findSeatBar = (role: Role) =>
  document.querySelector<HTMLElement>(`[data-seat="${role}"] [data-region="decision"]`);

/** The board of a seat at the chosen size, scaled down to fit. */
export function BoardArea(props: BoardAreaProps) {
  const { projectId, url, role, seat, options, seq, view, record, ask, picked, onPick, onReports } = props;
  const { onIllegal, onNumbers, onDraws } = props;
  const { t } = useTranslation('studio');
  const [settings, changeSettings] = useSeatPreview(projectId, role);
  const appearance = useBoardAppearance();
  const { theme, reducedMotion: still } = useAppearance(settings);
  const overlayOpen = useOverlayOpen();
  const area = useElementSize();
  const [end, setEnd] = useState<{ reason: StopReason; perSecond: number } | null>(null);
  const [minSize, setMinSize] = useState<BoardSize | null>(null);
  const [initialized, setInitialized] = useState(false);
  // Boards need a sequence number that increases even when stepping back.
  const sequence = useRef({ seq: '', number: 0 });
  if (sequence.current.seq !== seq) sequence.current = { seq, number: sequence.current.number + 1 };
  const { dimensions, scale } = layoutOf(settings, area, minSize);
  const isWaiting = !initialized && !overlayOpen && end === null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => onReports(withSilentBoard), initTimeoutMs);
    return () => clearTimeout(timer);
  }, [isWaiting, onReports]);
  return (
    <div className={styles.stage} ref={area.ref} data-region={role === 'host' ? 'board' : undefined}>
      {end ? (
        <BoardStopped
          failure={end}
          onShowPlainView={() => usePreviewSettings.setState({ plain: true })}
          onRetry={() => setEnd(null)}
        />
      ) : overlayOpen ? (
        <div className={boards.cover}>{t('covered')}</div>
      ) : (
        <div className={styles.area} style={{ width: dimensions.width * scale, height: dimensions.height * scale }}>
          <div className={styles.sized} style={{ ...dimensions, transform: `scale(${scale})` }}>
            <button type="button" className={boards.skip} onClick={() => findSeatBar(role)?.focus()}>
              {t('skip')}
            </button>
            <BoardFrame
              url={url}
              title={t('frame', { seat: t(`seat.${role}`) })}
              focusFallback={() => findSeatBar(role)}
              context={{
                ...appearance,
                theme,
                locale: settings.locale,
                ...(settings.dir !== 'auto' && { dir: settings.dir }),
                reduced_motion: still,
                role,
                control_mode: seat.control_mode,
                options: options as never,
                names: { host: t('seat.host'), guest: t('seat.guest') },
              }}
              record={record}
              view={view as never}
              seq={sequence.current.number}
              ask={ask}
              pickedAnswer={picked}
              onPick={onPick}
              onIllegal={onIllegal}
              onNumbers={onNumbers}
              onDraws={onDraws}
              onMinSize={setMinSize}
              onStop={(reason, perSecond) => {
                setEnd({ reason, perSecond });
                onReports((now) => withStop(now, reason));
              }}
              authorHandlers={{
                onInitialized() {
                  setInitialized(true);
                  onReports(withConnectedBoard);
                },
                onLog: ({ level, text }) => onReports((now) => withLog(now, role, level, text)),
                onRejected: (message) => onReports((now) => withRefusedMessage(now, message)),
                onReport: (data) => onReports((now) => withReport(now, role, data)),
              }}
            />
          </div>
          <ResizeHandle
            label={t('size.drag', { seat: t(`seat.${role}`) })}
            getDimensions={() => dimensions}
            onResize={(custom) => changeSettings({ size: 'custom', custom })}
          />
        </div>
      )}
    </div>
  );
}
