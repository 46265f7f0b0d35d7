/** Where the window stands, so that it can always be seen and moved. Pure. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WindowState {
  bounds: Box;
  maximized: boolean;
}

export const smallest = { width: 640, height: 480 };
const usual = { width: 1200, height: 800 };
/** So much of the top edge has to be on a display, or nobody could take hold of the window. */
const handle = { width: 120, height: 40 };

/** Bounds within what there is now: displays come and go, and change their size. `areas` without docks and bars, the main one first. */
export function fitted(wanted: Box | null, areas: readonly Box[]): Box {
  const [main] = areas;
  if (main === undefined) return wanted ?? { x: 0, y: 0, ...usual };
  const home = areas.find((area) => wanted !== null && canBeHeld(wanted, area));
  if (wanted === null || home === undefined) return centred(wanted ?? { x: 0, y: 0, ...usual }, main);
  return { ...within(wanted, home), x: wanted.x, y: Math.max(wanted.y, home.y) };
}

function canBeHeld(window: Box, area: Box): boolean {
  const shownWidth = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const top = window.y - area.y;
  return shownWidth >= handle.width && top > -handle.height && top < area.height - handle.height;
}

function within({ width, height }: Box, area: Box): { width: number; height: number } {
  return {
    width: Math.round(Math.max(Math.min(width, area.width), Math.min(smallest.width, area.width))),
    height: Math.round(Math.max(Math.min(height, area.height), Math.min(smallest.height, area.height))),
  };
}

function centred(window: Box, area: Box): Box {
  const { width, height } = within(window, area);
  return {
    width,
    height,
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + (area.height - height) / 2),
  };
}

/** What a file says; null where it says nothing of use. */
export function readState(text: string): WindowState | null {
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
