/** The window's colours, passed to boards. */
import type { BoardContext } from '../../shared/boards/contract.ts';
import { boardTokenNames, boardTokens } from '../../shared/boards/tokens.ts';

const known = new Map<BoardContext['theme'], BoardContext['tokens']>();

/** One theme's part of a `light-dark()` value; other values unchanged. */
export function sideOf(value: string, theme: BoardContext['theme']): string {
  const [, light, dark] = /^light-dark\(([^,()]+),([^,()]+)\)$/.exec(value.trim()) ?? [];
  return (theme === 'light' ? light : dark)?.trim() ?? value.trim();
}

export function tokensOf(theme: BoardContext['theme']): BoardContext['tokens'] {
  const before = known.get(theme);
  if (before) return before;
  const style = getComputedStyle(document.documentElement);
  const tokens = Object.fromEntries(
    boardTokenNames.map((name) => [name, sideOf(style.getPropertyValue(`--${boardTokens[name]}`), theme)]),
  ) as BoardContext['tokens'];
  known.set(theme, tokens);
  return tokens;
}
