/** Simplified Chinese, what the window begins with: the same files as of English (en.ts). */
const files = import.meta.glob<Record<string, unknown>>(
  './zh-CN/{app,hosting,lobby,network,palette,problems,tables,trust}.json',
  { eager: true, import: 'default' },
);

export const words = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [path.slice('./zh-CN/'.length, -'.json'.length), file]),
);
