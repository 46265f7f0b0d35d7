/** The Studio's projects: folders in the data directory, and folders that were added. One is open at a time. */
import { hash } from 'node:crypto';
import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import {
  type Bridge,
  projectIdPattern,
  type StudioEntry,
  type StudioFixturePosition,
  type studioTemplates,
  type Trials,
} from '../../shared/bridge/contract.ts';
import type { Emit } from '../../shared/bridge/define.ts';
import { type PageArgs, pageOf } from '../../shared/bridge/pages.ts';
import { ParlorError } from '../../shared/errors.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ownFile, readForeignText } from '../files/foreign-file.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import { generateSkeleton } from '../hooks/skeleton.ts';
import type { Board } from '../library/board.ts';
import type { Library, LibraryProtocol } from '../library/library.ts';
import { type Environment, systemEnvironment } from '../tables/environment.ts';
import { isFolder, readProjectFiles } from './files.ts';
import { fixturePosition } from './fixture-run.ts';
import { editorFiles, slugOf, templateProject, writeProject } from './new-project.ts';
import { OpenProject } from './project.ts';
import { noTrials } from './trials.ts';
import { validateProject } from './validate.ts';
import { watchFolder } from './watch.ts';

export interface StudioParts {
  dataDir: string;
  resourcesDir: string;
  library: Library;
  launchHooks: LaunchHooks;
  /** The URL of a served board; null if boards are not served. */
  boardUrl(manifest_hash: string): string | null;
  emit: Emit<Bridge>;
  /** Defaults to the real clock and randomness. */
  environment?: Environment;
  watch?: typeof watchFolder;
}

export interface Studio {
  list(args: PageArgs): Promise<{ projects: StudioEntry[]; next: string | undefined }>;
  /** From a template, or as a copy of a protocol on this computer; returns its id. */
  create(
    name: string,
    from: { template: (typeof studioTemplates)[number] } | { protocol: LibraryProtocol },
  ): Promise<string>;
  /** Adds a folder to the list; returns its id. Rejects `not_found`. */
  addFolder(path: string): Promise<string>;
  /** Rejects `not_found`. */
  pathOf(project_id: string): Promise<string>;
  /** Closes the project that was open before. Rejects `not_found`. */
  open(project_id: string): Promise<OpenProject>;
  /** The open project. Throws `not_found` if another is open. */
  current(project_id: string): OpenProject;
  /** What both boards receive at the position of a fixture of the open project. Rejects as `fixturePosition` does. */
  fixturePosition(project_id: string, name: string): Promise<StudioFixturePosition>;
  /** Of a project that isn't open, none. */
  trials(project_id: string): Trials;
  dispose(): Promise<void>;
}

const addedFoldersSchema = z.object({ folders: z.array(z.string()) });
const maxAddedFolders = 50;
/** Of a name in the list. */
const nameMaxCharacters = 200;

interface ProjectFolder {
  project_id: string;
  path: string;
  own: boolean;
}

export function createStudio(parts: StudioParts): Studio {
  const { dataDir, resourcesDir, library, emit, environment = systemEnvironment, watch = watchFolder } = parts;
  const root = join(dataDir, 'studio');
  const addedFoldersPath = join(dataDir, 'studio.json');
  let openProject: { project_id: string; project: OpenProject } | null = null;
  const serialize = createSerialQueue();
  /** Each starts two processes. */
  const serializeFixtures = createSerialQueue();

  const ownPath = (project_id: string) => join(root, project_id);
  const readAddedFolders = async (): Promise<string[]> => {
    try {
      return addedFoldersSchema.parse(JSON.parse(await readForeignText(addedFoldersPath, ownFile.value))).folders;
    } catch {
      // An unreadable list counts as empty: the user can add the folders again.
      return [];
    }
  };

  async function listFolders(): Promise<ProjectFolder[]> {
    const ownFolders = (await readdir(root, { withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isDirectory() && projectIdPattern.test(entry.name))
      .map(({ name }) => ({ project_id: name, path: ownPath(name), own: true }));
    const addedFolders = (await readAddedFolders()).map((path) => ({ project_id: idOfPath(path), path, own: false }));
    const folders = await Promise.all(
      [...addedFolders, ...ownFolders].map(async (folder) => ((await isFolder(folder.path)) ? folder : null)),
    );
    return folders.filter((folder) => folder !== null);
  }

  async function presentProject({ project_id, path, own }: ProjectFolder): Promise<StudioEntry> {
    const files = await readProjectFiles(path);
    const { name, protocol_id } = validateProject({ ...files, hooks: null, ui: null });
    const folder = basename(path);
    return { project_id, folder, name: (name ?? folder).slice(0, nameMaxCharacters), own, protocol_id };
  }

  const emitList = () => emit('studio', 'listed', {});

  async function findFolder(project_id: string): Promise<{ path: string; own: boolean }> {
    const path = ownPath(project_id);
    if (await isFolder(path)) return { path, own: true };
    const addedPath = (await readAddedFolders()).find((folder) => idOfPath(folder) === project_id);
    if (addedPath !== undefined && (await isFolder(addedPath))) return { path: addedPath, own: false };
    throw new ParlorError('not_found', 'This project is no longer in the Studio.');
  }

  function current(project_id: string): OpenProject {
    if (openProject?.project_id === project_id) return openProject.project;
    throw new ParlorError('not_found', 'Another project is open in the Studio now.');
  }

  async function serve(board: Board): Promise<() => void> {
    return library.serveTemporarily('', board);
  }

  return {
    async list(args) {
      const idOf = ({ project_id }: ProjectFolder) => project_id;
      const { page, next } = await pageOf(await listFolders(), idOf, args, presentProject);
      return { projects: page, next };
    },

    create: (name, from) =>
      serialize(async () => {
        await mkdir(root, { recursive: true, mode: 0o700 });
        const { project_id, path } = await createFolder(root, name);
        try {
          if ('template' in from)
            await writeProject(path, (await templateProject(resourcesDir, from.template, name)).files);
          else await copyProtocol(resourcesDir, library, from.protocol, path);
        } catch (error) {
          await rm(path, { recursive: true, force: true });
          throw error;
        }
        emitList();
        return project_id;
      }),

    addFolder: (path) =>
      serialize(async () => {
        const folder = await realpath(path).catch(() => null);
        if (folder === null || !(await isFolder(folder))) {
          throw new ParlorError('not_found', `There is no folder ${path}.`);
        }
        if (dirname(folder) === (await realpath(root).catch(() => root)) && projectIdPattern.test(basename(folder))) {
          return basename(folder);
        }
        const folders = [folder, ...(await readAddedFolders()).filter((path) => path !== folder)].slice(
          0,
          maxAddedFolders,
        );
        await writeFileAtomic(addedFoldersPath, JSON.stringify({ folders }));
        emitList();
        return idOfPath(folder);
      }),

    pathOf: async (project_id) => (await findFolder(project_id)).path,

    open: (project_id) =>
      serialize(async () => {
        const { path, own } = await findFolder(project_id);
        if (openProject?.project_id === project_id) return openProject.project;
        await openProject?.project.close();
        const project = new OpenProject({
          entry: { project_id, folder: basename(path), own },
          path,
          launchHooks: parts.launchHooks,
          serve,
          boardUrl: parts.boardUrl,
          watch,
          environment,
          onChange: (snapshot) => emit('studio', 'changed', snapshot),
          onTried: (trials) => emit('studio', 'tried', { project_id, ...trials }),
        });
        openProject = { project_id, project };
        try {
          await project.open();
        } catch (error) {
          openProject = null;
          await project.close();
          throw error;
        }
        return project;
      }),

    current,

    fixturePosition: (project_id, name) =>
      serializeFixtures(async () => {
        const { spec, hooks: source } = current(project_id).playable;
        const { path: folder } = await findFolder(project_id);
        return fixturePosition(parts.launchHooks, { folder, spec, source }, name);
      }),

    trials(project_id) {
      return openProject?.project_id === project_id ? openProject.project.trials.latest : noTrials;
    },

    async dispose() {
      await serialize(async () => openProject?.project.close());
    },
  };
}

const idOfPath = (path: string): string => `${slugOf(basename(path))}-${hash('sha256', path).slice(0, 8)}`;

/** Creates a folder for a project, with a number appended if the name is taken. */
async function createFolder(root: string, name: string): Promise<{ project_id: string; path: string }> {
  for (let number = 1; number < 1000; number += 1) {
    const project_id = number === 1 ? slugOf(name) : `${slugOf(name)}-${number}`;
    const path = join(root, project_id);
    try {
      await mkdir(path, { mode: 0o700 });
      return { project_id, path };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new ParlorError('data_dir_unusable', 'The project folder could not be created.', undefined, {
          cause: error,
        });
      }
    }
  }
  throw new ParlorError('already_exists', 'There are too many projects with this name.');
}

async function copyProtocol(
  resourcesDir: string,
  library: Library,
  protocol: LibraryProtocol,
  path: string,
): Promise<void> {
  const { text } = await library.readHooks(protocol);
  await writeProject(path, [
    ['spec.json', protocol.specText],
    ['hooks.js', text ?? generateSkeleton(protocol.spec)],
    ...(await editorFiles(resourcesDir)),
    ...[...(protocol.board?.files ?? [])].map(([file, { bytes }]) => [`ui/${file}`, bytes] as const),
  ]);
}
