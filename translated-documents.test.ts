/** The documents in Chinese say what the English ones do: the same sections, commands, tables and links, and the labels of the window. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localesFolder, textsOf } from './shared/testing/texts.ts';

const root = import.meta.dirname;
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const translationOf = (path: string) => path.replace(/\.md$/, '.zh-CN.md');

/** GitHub's. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

interface Section {
  level: number;
  heading: string;
  /** Without comments. */
  commands: string[];
  code: string[];
  tableRows: number;
  links: string[];
}

function sectionsOf(text: string): Section[] {
  const fence = /^ *```(\w*)\n(.*?)^ *```/gms;
  const fences = [...text.matchAll(fence)].map(([, , block]) => block!);
  const parts = text.replaceAll(fence, () => '```').split(/^(#{1,3} .*)$/m);
  const sections: Section[] = [];
  for (let i = 1; i < parts.length; i += 2) {
    const [, marks = '', heading = ''] = /^(#+) (.*)$/.exec(parts[i]!)!;
    const body = parts[i + 1]!;
    const blocks = fences.splice(0, body.split('```').length - 1);
    sections.push({
      level: marks.length,
      heading,
      commands: blocks.flatMap((block) => block.split('\n').map((line) => line.replace(/ *# .*$/, '').trim())),
      code: [...body.replaceAll('```', '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!).toSorted(),
      tableRows: [...body.matchAll(/^ *\|/gm)].length,
      links: [...body.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!),
    });
  }
  return sections;
}

describe.each(['README.md', 'docs/users-guide.md'])('%s', (path) => {
  const translated = translationOf(path);
  const english = sectionsOf(read(path));
  const chinese = sectionsOf(read(translated));

  it('and its translation lead to each other', () => {
    expect(english[0]!.links[0]).toBe(translated.split('/').at(-1));
    expect(chinese[0]!.links[0]).toBe(path.split('/').at(-1));
  });

  it('has the same sections in Chinese, with the same commands, tables and links', () => {
    expect(english.length).toBeGreaterThan(5);
    expect(chinese.map(({ level }) => level)).toEqual(english.map(({ level }) => level));
    for (const [index, section] of english.entries()) {
      const same = chinese[index]!;
      // Leads to the English section instead of repeating it.
      const isShort = same.links.some((link) => link.startsWith(`${path.split('/').at(-1)}#`));
      if (index === 0 || isShort) continue;
      expect(same.commands, same.heading).toEqual(section.commands);
      expect(same.code, same.heading).toEqual(section.code);
      expect(same.tableRows, same.heading).toBe(section.tableRows);
      const files = (links: string[]) => links.map((link) => link.replace('.zh-CN', '').replace(/#.*/, '')).toSorted();
      expect(files(same.links), same.heading).toEqual(files(section.links));
    }
  });

  it('has links in Chinese that lead to translations and to sections that exist', () => {
    for (const link of chinese.slice(1).flatMap(({ links }) => links)) {
      const [file = '', anchor] = link.split('#');
      if (/^https?:/.test(file)) continue;
      const target = file === '' ? translated : join(dirname(translated), file);
      if (!target.endsWith('.md')) continue;
      if (anchor !== undefined)
        expect(sectionsOf(read(target)).map(({ heading }) => anchorOf(heading))).toContain(anchor);
      const hasTranslation = !target.includes('.zh-CN') && existsSync(join(root, translationOf(target)));
      if (hasTranslation) expect(anchor, link).toBeDefined();
    }
  });
});

it('the guide in Chinese calls what is in the window as the window does', () => {
  const shown = [
    'app',
    'lobby',
    'settings',
    'tables',
    'hosting',
    'identity',
    'inbox',
    'network',
    'play',
    'protocols',
    'analysis',
  ];
  const files = [...shown, 'afterwards', 'chat', 'complaint', 'leaderboards', 'notices', 'people', 'record'];
  const texts = files.flatMap((file) => {
    const path = join(localesFolder, 'zh-CN', `${file}.json`);
    return existsSync(path) ? [...textsOf(path).values()] : [];
  });
  const labels = [...read('docs/users-guide.zh-CN.md').matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(
    ([, label]) => label!,
  );
  expect(labels.length).toBeGreaterThan(80);
  /** Terms that are explained, and a label of another site. */
  const terms = [
    '工作量证明',
    '本馆',
    '印鉴',
    '密封的出手',
    '中继',
    '协议',
    '玩法程序',
    '单方保存',
    'Issues',
    '联系人',
  ];
  expect(labels.filter((label) => !texts.includes(label) && !terms.includes(label))).toEqual([]);
});
