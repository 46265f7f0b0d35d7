/** Simplified Chinese, whole: one file for each of English, found by its name. */
const files = import.meta.glob<Record<string, unknown>>('./zh-CN/*.json', { eager: true, import: 'default' });

export const words = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [path.slice('./zh-CN/'.length, -'.json'.length), file]),
);
