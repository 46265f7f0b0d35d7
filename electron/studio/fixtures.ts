/** Named games in a project's folder: `fixtures/<name>.json` has the seed, options and decisions, and their expected outcome. */
import { join } from 'node:path';
import { z } from 'zod';
import { fixtureNamePattern, type StudioProject, studioHooksSchema } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { refusalText } from '../../shared/file-refusals.ts';
import { boardRecordSchema } from '../../shared/tables/board-record.ts';
import { controlModeSchema } from '../../shared/tables/hooks.ts';
import { readAuthorText } from '../files/author-text.ts';
import { refusalIn } from '../files/foreign-file.ts';
import { listForeignFolder } from '../files/foreign-folder.ts';
import { deleteBelow, writeBelow } from '../files/foreign-write.ts';
import { scriptEntrySchema } from './replay-script.ts';

const seatSchema = z.strictObject({ control_mode: controlModeSchema, hooks: studioHooksSchema.default('own') });

export const fixtureSchema = z.strictObject({
  seed: z.string().min(1).max(64),
  options: z.record(z.string(), z.json()).default({}),
  seats: z
    .strictObject({ host: seatSchema, guest: seatSchema })
    .default({ host: { control_mode: 'human', hooks: 'own' }, guest: { control_mode: 'human', hooks: 'own' } }),
  answers: z.array(scriptEntrySchema).max(2_000),
  /** The number of messages after which it is looked at; all of them if omitted. */
  position: z.int().min(0).optional(),
  expect: z
    .strictObject({
      /** The messages of the record that boards receive at the position. */
      messages: boardRecordSchema.shape.messages.optional(),
      /** Null: the game is not over. */
      end: boardRecordSchema.shape.end.optional(),
    })
    .optional(),
});
export type Fixture = z.infer<typeof fixtureSchema>;

export interface FixtureFile {
  name: string;
  /** The fixture, or why the file does not contain a valid one. */
  content: { fixture: Fixture } | { problem: string };
}

/** The valid ones, as the window lists them. */
export const fixtureEntries = (files: readonly FixtureFile[]): StudioProject['fixtures'] =>
  files.flatMap(({ name, content }) => {
    if (!('fixture' in content)) return [];
    const { seed, answers, position = null } = content.fixture;
    return [{ name, seed, answers: answers.length, position }];
  });

export const fixturesFolder = 'fixtures';
const maxFiles = 200;
const maxEntries = 1000;
const maxBytes = 1024 * 1024;

/** Below the project's folder. */
const pathOf = (name: string): string => `${fixturesFolder}/${name}.json`;

/** Reads all fixtures of a folder, sorted by name. */
export async function readFixtures(folder: string): Promise<FixtureFile[]> {
  const listing = await listForeignFolder(join(folder, fixturesFolder), { maxFiles: maxEntries }).catch(() => null);
  // A link in place of a file gets its own problem.
  const entries = [...(listing?.files ?? []), ...(listing?.refused ?? []).map(({ path }) => path)];
  const names = entries.flatMap((entry) => {
    const name = entry.endsWith('.json') ? entry.slice(0, -'.json'.length) : '';
    return fixtureNamePattern.test(name) ? [name] : [];
  });
  return Promise.all(
    names
      .sort()
      .slice(0, maxFiles)
      .map(async (name) => ({ name, content: await readFixture(folder, name) })),
  );
}

async function readFixture(folder: string, name: string): Promise<FixtureFile['content']> {
  let text: string;
  try {
    text = await readAuthorText(join(folder, pathOf(name)), { maxBytes, within: folder });
  } catch (error) {
    const refusal = refusalIn(error);
    return { problem: refusal ? refusalText(refusal.reason, refusal.params) : 'The file cannot be read.' };
  }
  try {
    const parsed = fixtureSchema.safeParse(JSON.parse(text));
    if (parsed.success) return { fixture: parsed.data };
    const [issue] = parsed.error.issues;
    return { problem: `/${issue?.path.map(String).join('/') ?? ''}: ${issue?.message ?? 'invalid'}` };
  } catch (error) {
    return { problem: (error as Error).message.slice(0, 200) };
  }
}

/** Rejects `not_found` if there is no valid fixture of that name. */
export async function loadFixture(folder: string, name: string): Promise<Fixture> {
  const content = await readFixture(folder, name);
  if ('fixture' in content) return content.fixture;
  throw new ParlorError('not_found', `The fixture ${name} cannot be used. ${content.problem}`);
}

/** Creates or replaces a fixture. Rejects as `writeBelow` does. */
export const writeFixture = (folder: string, name: string, fixture: Fixture): Promise<void> =>
  writeBelow(folder, pathOf(name), `${JSON.stringify(fixture, null, 2)}\n`);

export const deleteFixture = (folder: string, name: string): Promise<void> => deleteBelow(folder, pathOf(name));
