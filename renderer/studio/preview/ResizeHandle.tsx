import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './BoardArea.module.css';
import { type Dimensions, withinLimits } from './preview-settings.ts';

interface ResizeHandleProps {
  label: string;
  getDimensions(): Dimensions;
  onResize(dimensions: Dimensions): void;
}

/** CSS pixels per key press. */
const keyStep = 10;
const arrows: { [key: string]: Dimensions } = {
  ArrowRight: { width: keyStep, height: 0 },
  ArrowLeft: { width: -keyStep, height: 0 },
  ArrowDown: { width: 0, height: keyStep },
  ArrowUp: { width: 0, height: -keyStep },
};

/** The corner that resizes a board, by dragging or with the arrow keys. */
export function ResizeHandle({ label, getDimensions, onResize }: ResizeHandleProps) {
  const dragStart = useRef<{ x: number; y: number; dimensions: Dimensions } | null>(null);
  const resize = ({ width, height }: Dimensions, change: Dimensions) =>
    onResize({ width: withinLimits(width + change.width), height: withinLimits(height + change.height) });
  const onKeyDown = (event: KeyboardEvent) => {
    const change = arrows[event.key];
    if (!change) return;
    event.preventDefault();
    resize(getDimensions(), change);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (!dragStart.current) return;
    const { x, y, dimensions } = dragStart.current;
    resize(dimensions, { width: clientX - x, height: clientY - y });
  };
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={label}
      title={label}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        // Captured, so that the board below the pointer receives none of its events.
        event.currentTarget.setPointerCapture(event.pointerId);
        dragStart.current = { x: event.clientX, y: event.clientY, dimensions: getDimensions() };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        dragStart.current = null;
      }}
      onPointerCancel={() => {
        dragStart.current = null;
      }}
    />
  );
}
