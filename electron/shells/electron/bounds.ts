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

/** Fits bounds to the current displays. `workAreas`: their work areas, the primary one first. */
export function fitToDisplays(savedBounds: Bounds | null, workAreas: readonly Bounds[]): Bounds {
  const [primaryArea] = workAreas;
  if (primaryArea === undefined) return savedBounds ?? { x: 0, y: 0, ...defaultSize };
  const visibleArea = workAreas.find((area) => savedBounds !== null && canBeDragged(savedBounds, area));
  if (savedBounds === null || visibleArea === undefined)
    return centreOn(savedBounds ?? { x: 0, y: 0, ...defaultSize }, primaryArea);
  return { ...clampSize(savedBounds, visibleArea), x: savedBounds.x, y: Math.max(savedBounds.y, visibleArea.y) };
}

function canBeDragged(window: Bounds, area: Bounds): boolean {
  const visibleWidth = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const top = window.y - area.y;
  return visibleWidth >= dragArea.width && top > -dragArea.height && top < area.height - dragArea.height;
}

function clampSize({ width, height }: Bounds, area: Bounds): { width: number; height: number } {
  return {
    width: Math.round(Math.max(Math.min(width, area.width), Math.min(minimumSize.width, area.width))),
    height: Math.round(Math.max(Math.min(height, area.height), Math.min(minimumSize.height, area.height))),
  };
}

function centreOn(window: Bounds, area: Bounds): Bounds {
  const { width, height } = clampSize(window, area);
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
