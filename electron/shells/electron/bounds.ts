/** Window bounds that are always visible and movable. Pure. */

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WindowState {
  bounds: Bounds;
  maximized: boolean;
}

export const minimumSize = { width: 640, height: 480 };
const defaultSize = { width: 1200, height: 800 };
/** The part of the top edge that must be on a display, so that the window can be dragged. */
const dragArea = { width: 120, height: 40 };

/** Fits bounds to the current displays. `areas`: their work areas, the primary one first. */
export function fitToDisplays(wanted: Bounds | null, areas: readonly Bounds[]): Bounds {
  const [main] = areas;
  if (main === undefined) return wanted ?? { x: 0, y: 0, ...defaultSize };
  const home = areas.find((area) => wanted !== null && canBeDragged(wanted, area));
  if (wanted === null || home === undefined) return centredOn(wanted ?? { x: 0, y: 0, ...defaultSize }, main);
  return { ...clampedSize(wanted, home), x: wanted.x, y: Math.max(wanted.y, home.y) };
}

function canBeDragged(window: Bounds, area: Bounds): boolean {
  const shownWidth = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const top = window.y - area.y;
  return shownWidth >= dragArea.width && top > -dragArea.height && top < area.height - dragArea.height;
}

function clampedSize({ width, height }: Bounds, area: Bounds): { width: number; height: number } {
  return {
    width: Math.round(Math.max(Math.min(width, area.width), Math.min(minimumSize.width, area.width))),
    height: Math.round(Math.max(Math.min(height, area.height), Math.min(minimumSize.height, area.height))),
  };
}

function centredOn(window: Bounds, area: Bounds): Bounds {
  const { width, height } = clampedSize(window, area);
  return {
    width,
    height,
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + (area.height - height) / 2),
  };
}

/** Null if the text is invalid. */
export function parseWindowState(text: string): WindowState | null {
  try {
    const { bounds, maximized } = JSON.parse(text) as Partial<WindowState>;
    const { x, y, width, height } = bounds ?? {};
    if (![x, y, width, height].every((value) => Number.isSafeInteger(value)) || width! <= 0 || height! <= 0)
      return null;
    return { bounds: { x: x!, y: y!, width: width!, height: height! }, maximized: maximized === true };
  } catch {
    return null;
  }
}
