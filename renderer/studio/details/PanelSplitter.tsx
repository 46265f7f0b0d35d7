import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreviewSettings } from '../preview/preview-settings.ts';
import styles from './PanelSplitter.module.css';

/** Heights of the details, in CSS pixels. */
const limits = { min: 90, max: 700 };
/** CSS pixels per key press. */
const keyStep = 20;

const setHeight = (height: number) =>
  usePreviewSettings.setState({ panelHeight: Math.round(Math.min(limits.max, Math.max(limits.min, height))) });

/** The line between the seats and the details: moves by dragging and with the arrow keys; Home and a double click restore it. */
export function PanelSplitter({ getHeight }: { getHeight(): number }) {
  const { t } = useTranslation('studio');
  const height = usePreviewSettings(({ panelHeight }) => panelHeight);
  const dragStart = useRef<{ y: number; height: number } | null>(null);
  const restore = () => usePreviewSettings.setState({ panelHeight: null });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: keyStep, ArrowDown: -keyStep }[event.key];
    if (step === undefined && event.key !== 'Home') return;
    event.preventDefault();
    if (step === undefined) restore();
    else setHeight(getHeight() + step);
  };
  const stop = () => {
    dragStart.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved
    <div
      className={styles.splitter}
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('panel.drag')}
      aria-valuenow={height ?? Math.round(getHeight())}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      title={t('panel.drag')}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={restore}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        // Captured, so that the boards above receive none of its events.
        event.currentTarget.setPointerCapture(event.pointerId);
        dragStart.current = { y: event.clientY, height: getHeight() };
      }}
      onPointerMove={({ clientY }) => {
        if (dragStart.current) setHeight(dragStart.current.height + dragStart.current.y - clientY);
      }}
      onPointerUp={stop}
      onPointerCancel={stop}
    />
  );
}
