/** What a style sheet of a board loads from elsewhere. */
import { isRemote, type Obstacle, ObstacleList, pathOf } from './obstacles.ts';

const comment = /\/\*[\s\S]*?\*\//g;
const loaded = /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)|url\(\s*["']?([^"')]+?)["']?\s*\)/gi;

/** `path`: the file with the style sheet, or the page that contains it. */
export function styleObstacles(css: string, path: string, hasFile: (path: string) => boolean): Obstacle[] {
  const list = new ObstacleList(css);
  // Replaced by spaces, so that positions stay the same.
  const code = css.replace(comment, (text) => text.replace(/[^\n]/g, ' '));
  for (const { 1: imported, 2: url, index } of code.matchAll(loaded)) {
    const address = imported ?? url ?? '';
    if (address.startsWith('#') || (imported === undefined && /^(?:data|blob):/i.test(address))) continue;
    if (isRemote(address)) list.add('file_remote', address.slice(0, 200), index);
    else {
      const file = pathOf(address, path);
      // Parlor serves fonts there.
      const isServed = file === null || file.startsWith('.parlor/') || hasFile(file);
      if (!isServed) list.add('file_missing', address, index);
    }
  }
  return list.all;
}
