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
  const start = useRef<{ x: number; y: number; from: Dimensions } | null>(null);
  const resize = ({ width, height }: Dimensions, by: Dimensions) =>
    onResize({ width: withinLimits(width + by.width), height: withinLimits(height + by.height) });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    resize(getDimensions(), by);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (!start.current) return;
    const { x, y, from } = start.current;
    resize(from, { width: clientX - x, height: clientY - y });
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
        start.current = { x: event.clientX, y: event.clientY, from: getDimensions() };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onPointerCancel={() => {
        start.current = null;
      }}
    />
  );
}
