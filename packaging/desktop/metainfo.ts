/** The description of the app for software centres. https://www.freedesktop.org/software/appstream/docs/ */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../electron/version.ts';

export const metainfoName = 'org.parlor.Parlor.metainfo.xml';

/** Writes it to a folder, with the links to the repository (`owner/name`) if there is one. */
export async function writeMetainfo(folder: string, repository: string | undefined): Promise<void> {
  const text = await readFile(join(import.meta.dirname, metainfoName), 'utf8');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, metainfoName), repository ? withLinks(text, repository) : text);
}

function withLinks(text: string, repository: string): string {
  const page = `https://github.com/${repository}`;
  const picture = `https://raw.githubusercontent.com/${repository}/v${version}/docs/pictures/lobby.webp`;
  return text.replace(
    '  <developer',
    `  <url type="homepage">${page}</url>
  <url type="bugtracker">${page}/issues</url>
  <url type="vcs-browser">${page}</url>
  <screenshots>
    <screenshot type="default">
      <image>${picture}</image>
      <caption>The lobby: open tables, and the points at stake</caption>
      <caption xml:lang="zh-CN">大厅：可加入的牌桌，以及赢了可得的分</caption>
    </screenshot>
  </screenshots>
  <developer`,
  );
}
