/**
 * The project templates are valid, and their hooks play to the end and, in a long run, refuse dishonest messages. Short runs attack them
 * without the sandbox (electron/hooks/adversary/adversary.test.ts).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { studioTemplates } from '../../shared/bridge/contract.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { selfTest } from '../hooks/self-test.ts';
import { reusedHooks } from '../hooks/testing/reused-hooks.ts';
import { defaultResourcesDir } from '../installation.ts';
import { openLibrary } from '../library/library.ts';
import { readProjectFiles } from './files.ts';
import { createStudio, type Studio } from './studio.ts';
import { validateProject } from './validate.ts';

const launchHooks = reusedHooks();
const dataDir = temporaryFolder();
let studio: Studio;

beforeAll(async () => {
  const resourcesDir = defaultResourcesDir();
  const library = await openLibrary({ resourcesDir, dataDir });
  const boardUrl = () => null;
  studio = createStudio({ dataDir, resourcesDir, library, launchHooks, boardUrl, emit: () => {} });
});
afterAll(async () => {
  await studio.dispose();
});

test.each(studioTemplates)('the template %s is valid and passes the self-test', async (template) => {
  const project_id = await studio.create(`My ${template} game!`, { template });
  expect(project_id).toBe(`my-${template}-game`);
  const { problems, playable, board, name } = validateProject(await readProjectFiles(await studio.pathOf(project_id)));
  expect(problems).toEqual([]);
  expect(name).toBe(`My ${template} game!`);
  expect([...board!.files.keys()]).toContain('parlor-board.js');
  const { spec, hooks: source } = playable!;
  expect(await selfTest(launchHooks, { spec, source, adversarial: isLongRun })).toMatchObject({ ok: true });
  expect(await studio.create(`My ${template} game!`, { template })).toBe(`my-${template}-game-2`);
});
