/** Another language is one folder: docs/translating.md, followed literally in a copy of the sources. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { incompleteTexts, textsOf } from '../shared/testing/texts.ts';
import { addPseudoLanguage, pseudoLanguage, pseudoName, pseudoText } from './testing/pseudo-language.ts';

let copy: string;
beforeAll(async () => {
  copy = temporaryFolder();
  await addPseudoLanguage(copy);
});
const load = (path: string) => import(pathToFileURL(join(copy, path)).href);

describe('a language that was added as docs/translating.md says', () => {
  it('is 40 % longer than English, with its placeholders', () => {
    const sentence = 'Your table is open until then, and everybody here can join it.';
    expect(pseudoText(sentence).length / sentence.length).toBeCloseTo(1.35, 1);
    expect(pseudoText('until {{time}}, <b>here</b>')).toMatch(/^\S+ \{\{time\}\}, <b>\S+<\/b>$/);
  });

  it('can be chosen, and is used where the system prefers it', async () => {
    const { languageOf, languages } = await load('shared/language.ts');
    const { languageTexts } = await load('shared/locales/languages.ts');
    const { defaultSettings, settingsSchema } = await load('shared/bridge/settings.ts');
    expect(languages).toEqual(['en', pseudoLanguage, 'zh-CN']);
    expect(languageTexts[pseudoLanguage].name).toBe(pseudoName);
    expect(settingsSchema.parse({ ...defaultSettings, locale: pseudoLanguage })).toMatchObject({
      locale: pseudoLanguage,
    });
    expect(languageOf('system', [pseudoLanguage, 'zh-CN'])).toBe(pseudoLanguage);
    expect([languageOf('system', ['en-GB']), languageOf('system', ['zh-SG'])]).toEqual(['en', 'zh-CN']);
  });

  it('is complete, and is not without a text or a placeholder', () => {
    const folder = join(copy, 'shared/locales');
    const path = join(folder, pseudoLanguage, 'lobby.json');
    expect(incompleteTexts(pseudoLanguage, folder)).toEqual([]);
    expect(textsOf(path).get('open_tables')).toBe(pseudoText('Open tables'));
    const whole = readFileSync(path, 'utf8');
    const { open_tables: _, ...rest } = JSON.parse(whole);
    writeFileSync(path, JSON.stringify({ ...rest, counted: 'No placeholders' }));
    expect(incompleteTexts(pseudoLanguage, folder)).toEqual([
      'lobby.json open_tables',
      'lobby.json counted: {{limit}},{{used}}',
    ]);
    writeFileSync(path, whole);
  });

  it('is spoken outside of the window, too', async () => {
    const { joinPage } = await load('service/join/page.ts');
    const page = joinPage({ post_id: 'p', server: 'https://a.example', language: pseudoLanguage, summary: null });
    expect(page).toContain(`<html lang="${pseudoLanguage}">`);
    expect(page).toContain(pseudoText('Open in Parlor'));
    const { createTexts } = await load('electron/shells/electron/texts.ts');
    expect(createTexts({ getPreferredSystemLanguages: () => [pseudoLanguage] }).t('tray.quit')).toBe(
      pseudoText('Quit Parlor'),
    );
    const { welcomeText } = await load('electron/community/house-players.ts');
    expect(welcomeText('Wick', 'p', pseudoLanguage)).toContain(pseudoText('Welcome'));
  });

  it('shows games in English until they are translated', async () => {
    const { openLibrary } = await load('electron/library/library.ts');
    const library = await openLibrary({ resourcesDir: join(copy, 'resources'), dataDir: join(copy, 'data') });
    expect(await library.labels(pseudoLanguage)).toEqual({});
    const chat = library.list().find(({ folder }: { folder: string }) => folder === 'chat');
    expect((await library.sample(chat, pseudoLanguage)).talk).toHaveLength(3);
  });
});
