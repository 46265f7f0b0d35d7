import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Variant } from '../../../shared/boards/gallery-variants.ts';
import type { StudioFixturePosition } from '../../../shared/bridge/contract.ts';
import type { BoardRecord } from '../../../shared/tables/board-record.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import boards from '../../boards/Board.module.css';
import { BoardFrame, type BoardSize } from '../../boards/BoardFrame.tsx';
import type { StopReason } from '../../boards/message-guard.ts';
import { useBoardAppearance } from '../../boards/use-board-appearance.ts';
import { useOverlayOpen } from '../../core/overlays.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './Gallery.module.css';

interface VariantFigureProps {
  variant: Variant;
  /** Of the board. */
  url: string;
  role: Role;
  seat: StudioFixturePosition['seats'][Role] & { board_record: BoardRecord };
  options: StudioFixturePosition['options'];
}

/** The width of the figures, CSS pixels; larger boards are scaled. */
const figureWidth = 340;

/** A board at one position, in one variant. It is only looked at, and loaded once it comes into sight. */
export function VariantFigure({ variant, url, role, seat, options }: VariantFigureProps) {
  const { t } = useTranslation('studio');
  const { theme, locale, size, textScale } = variant;
  const appearance = useBoardAppearance();
  const overlayOpen = useOverlayOpen();
  const { ref, entry } = useIntersection();
  const [seen, setSeen] = useState(false);
  const [stopped, setStopped] = useState<StopReason | null>(null);
  const [needed, setNeeded] = useState<BoardSize | null>(null);
  const isVisible = entry?.isIntersecting === true;
  useEffect(() => {
    if (isVisible) setSeen(true);
  }, [isVisible]);
  const scale = Math.min(1, figureWidth / size.width);
  const isTooSmall = needed !== null && (needed.width > size.width || needed.height > size.height);
  return (
    <figure>
      <figcaption className="small">
        {t(textScale === 1 ? 'gallery.variant' : 'gallery.variant_large', {
          theme: t(`theme.${theme}`),
          language: t(`locale.${locale}`),
          width: size.width,
          height: size.height,
        })}
        {isTooSmall && (
          <span className="warn"> {t('gallery.needs', { width: needed.width, height: needed.height })}</span>
        )}
      </figcaption>
      <div
        ref={ref}
        className={styles.figure}
        style={{ colorScheme: theme, width: size.width * scale, height: size.height * scale }}
      >
        {stopped !== null ? (
          <p>
            {t('gallery.stopped')} <TextButton onClick={() => setStopped(null)}>{t('gallery.again')}</TextButton>
          </p>
        ) : overlayOpen ? (
          <div className={boards.cover}>{t('covered')}</div>
        ) : (
          seen && (
            <div inert className={styles.sized} style={{ ...size, transform: `scale(${scale})` }}>
              <BoardFrame
                url={url}
                title={t('frame', { seat: t(`seat.${role}`) })}
                focusFallback={() => null}
                context={{
                  ...appearance,
                  ...{ theme, locale, text_scale: textScale, reduced_motion: true, role },
                  control_mode: seat.control_mode,
                  options: options as never,
                  names: { host: t('seat.host'), guest: t('seat.guest') },
                }}
                record={seat.board_record}
                view={seat.view as never}
                seq={1}
                ask={seat.ask}
                pickedAnswer={null}
                onPick={() => {}}
                onMinSize={setNeeded}
                onStop={setStopped}
              />
            </div>
          )
        )}
      </div>
    </figure>
  );
}
