/** Simplified Chinese, texts needed at startup: the same files as in en.ts. */
const files = import.meta.glob<Record<string, unknown>>(
  './zh-CN/{app,hosting,lobby,network,palette,play,problems,tables,trust}.json',
  { eager: true, import: 'default' },
);

export const texts = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [path.slice('./zh-CN/'.length, -'.json'.length), file]),
);
