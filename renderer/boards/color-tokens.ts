/** The window's colours, passed to boards. */
import type { BoardContext } from '../../shared/boards/contract.ts';
import { boardTokenNames, boardTokens } from '../../shared/boards/tokens.ts';

const cache = new Map<BoardContext['theme'], BoardContext['tokens']>();

/** One theme's part of a `light-dark()` value; other values unchanged. */
function themeValue(value: string, theme: BoardContext['theme']): string {
  const [, light, dark] = /^light-dark\(([^,()]+),([^,()]+)\)$/.exec(value.trim()) ?? [];
  return (theme === 'light' ? light : dark)?.trim() ?? value.trim();
}

/** Read from the style sheet once per theme. */
export function colorTokens(theme: BoardContext['theme']): BoardContext['tokens'] {
  const cached = cache.get(theme);
  if (cached) return cached;
  const style = getComputedStyle(document.documentElement);
  const tokens = Object.fromEntries(
    boardTokenNames.map((name) => [name, themeValue(style.getPropertyValue(`--${boardTokens[name]}`), theme)]),
  ) as BoardContext['tokens'];
  cache.set(theme, tokens);
  return tokens;
}
