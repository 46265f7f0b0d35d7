import { describe, expect, it } from 'vitest';
import { fitToDisplays, parseWindowState } from './bounds.ts';

const main = { x: 0, y: 25, width: 1440, height: 875 };
const right = { x: 1440, y: 0, width: 1920, height: 1080 };

describe('window bounds', () => {
  it('are centred on the main display by default', () => {
    expect(fitToDisplays(null, [main, right])).toEqual({ x: 120, y: 63, width: 1200, height: 800 });
    expect(fitToDisplays(null, [{ x: 0, y: 0, width: 1024, height: 600 }])).toEqual({
      x: 0,
      y: 0,
      width: 1024,
      height: 600,
    });
  });

  it('are restored, on any display and also across two', () => {
    for (const box of [
      { x: 100, y: 60, width: 900, height: 700 },
      { x: 1500, y: 10, width: 1000, height: 800 },
      { x: 1200, y: 30, width: 900, height: 700 },
      { x: -500, y: 100, width: 900, height: 700 },
    ]) {
      expect(fitToDisplays(box, [main, right])).toEqual(box);
    }
  });

  it('move to the main display if their display is gone or the title bar is not reachable', () => {
    const size = { width: 900, height: 700 };
    for (const corner of [
      { x: 1500, y: 10 },
      { x: -850, y: 100 },
      { x: 100, y: -40 },
      { x: 100, y: 880 },
    ]) {
      expect(fitToDisplays({ ...corner, ...size }, [main]), JSON.stringify(corner)).toEqual({
        x: 270,
        y: 113,
        ...size,
      });
    }
  });

  it('stay below a menu bar and within the display', () => {
    expect(fitToDisplays({ x: 100, y: 10, width: 900, height: 700 }, [main]).y).toBe(25);
    expect(fitToDisplays({ x: 0, y: 30, width: 3000, height: 2000 }, [main])).toEqual({
      x: 0,
      y: 30,
      width: 1440,
      height: 875,
    });
    expect(fitToDisplays({ x: 0, y: 30, width: 200, height: 100 }, [main])).toEqual({
      x: 0,
      y: 30,
      width: 640,
      height: 480,
    });
  });
});

it('parseWindowState rejects invalid text', () => {
  const good = { bounds: { x: -5, y: 0, width: 800, height: 600 }, maximized: true };
  expect(parseWindowState(JSON.stringify(good))).toEqual(good);
  expect(parseWindowState(JSON.stringify({ bounds: good.bounds }))).toEqual({ ...good, maximized: false });
  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    '{"bounds":5}',
    '{"bounds":{"x":0,"y":0,"width":800}}',
    '{"bounds":{"x":"0","y":0,"width":800,"height":600}}',
    '{"bounds":{"x":0,"y":0,"width":0,"height":600}}',
    '{"bounds":{"x":0.5,"y":0,"width":800,"height":600}}',
  ]) {
    expect(parseWindowState(text), text).toBe(null);
  }
});
