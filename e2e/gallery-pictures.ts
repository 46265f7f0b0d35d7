/** The pictures of docs/gallery.md: each board in its frame, with what it receives at a table, in both themes. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openBoard, sampleContext } from '../electron/library/testing/board-page.ts';
import { choicesOf, type Position, positions } from '../electron/library/testing/board-positions.ts';
import { boardRecord } from '../electron/library/testing/board-records.ts';
import { newProject, writeProject } from '../electron/studio/new-project.ts';
import type { BoardContext } from '../shared/boards/contract.ts';

const resources = join(import.meta.dirname, '..', 'resources');
const size = { width: 620, height: 500 };

const context: BoardContext = {
  ...sampleContext,
  ...size,
  names: { host: 'Marlow', guest: 'copperfinch' },
};

interface Picture extends Omit<Position, 'board'> {
  name: string;
  /** Contains spec.json and ui/. */
  folder: string;
}

const picturesOf = (project: string): Picture[] => [
  ...positions.map(({ board, ...position }) => ({
    name: `board-${board}`,
    folder: join(resources, 'protocols', board),
    ...position,
  })),
  {
    name: 'board-template',
    folder: project,
    sent: [
      ['guest', { action: 'join' }],
      ['host', { action: 'ready', max: 10 }],
      ['guest', { action: 'guess', turn: 1, number: 5 }],
      ['host', { action: 'hint', turn: 1, result: 'higher' }],
    ],
    ask: { key: 'turn:2', prompt: 'Guess the number', choices: choicesOf([6, 7, 8, 9, 10]) },
    picked: 8,
  },
];

/** A project as the Studio creates it from the template `turns`. */
async function projectIn(path: string): Promise<string> {
  const template = join(resources, 'studio', 'turns');
  const [spec, hooks] = await Promise.all(
    ['spec.json', 'hooks.js'].map((file) => readFile(join(template, file), 'utf8')),
  );
  await writeProject(path, await newProject(resources, JSON.parse(spec!), hooks!));
  return path;
}

export async function galleryPictures(
  browser: Browser,
  capture: (page: Page, file: string) => Promise<void>,
): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'parlor-gallery-'));
  try {
    for (const { name, folder, sent, ask, picked, talk, view } of picturesOf(await projectIn(temporary))) {
      const board = await openBoard(browser, join(folder, 'ui'), context, size);
      await board.state(boardRecord(join(folder, 'spec.json'), { role: 'guest' }, sent), talk, view);
      for (const theme of ['light', 'dark'] as const) {
        await board.context({ theme });
        await board.ask(ask, picked);
        await board.frame.locator(`html[data-theme="${theme}"]`).waitFor();
        await capture(board.page, theme === 'dark' ? `${name}-dark` : name);
      }
      await board.close();
      console.log(name);
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
