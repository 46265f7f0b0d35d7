/** The `studio` calls: projects, their preview game, sources and fixtures. */
import { type Bridge, studioStateMaxCharacters } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { ParlorError } from '../../shared/errors.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { replacedError } from '../studio/game.ts';
import { importPage } from '../studio/import-board.ts';
import { objectOf, stateText } from '../studio/interventions.ts';
import { deleteNew, keptVariants, readPicture } from '../studio/pictures/picture-files.ts';
import { keepPictures } from '../studio/pictures/pictures.ts';
import { everyVariant, takePictures } from '../studio/pictures/project-pictures.ts';
import { readSource, writeSource } from '../studio/source-files.ts';
import type { CoreParts } from './core-parts.ts';
import { requireLocal } from './local-protocol.ts';

export function studioHandlers({
  studio,
  library,
  showFolder,
  launchHooks,
  openPictureTaker: openTaker,
}: CoreParts): Handlers<Bridge>['studio'] {
  /** Each starts a browser, and they share the folder for new pictures. */
  const serializePictures = createSerialQueue();
  const game = (project_id: string) => studio.current(project_id).game;
  const gameOf = ({ project_id, run }: { project_id: string; run: number }) => {
    const current = game(project_id);
    if (current.parts.run !== run) throw replacedError();
    return current;
  };
  return {
    list: (args) => studio.list(args),
    async create({ name, from }) {
      if ('template' in from) return { project_id: await studio.create(name, from) };
      return { project_id: await studio.create(name, { protocol: requireLocal(library, from.protocol) }) };
    },
    add_folder: async ({ folder }) => ({ project_id: await studio.addFolder(folder) }),
    path: async ({ project_id }) => ({ path: await studio.pathOf(project_id) }),
    async show_folder({ project_id }) {
      if (!showFolder) throw new ParlorError('forbidden', 'Only the desktop app can show folders.');
      showFolder(await studio.pathOf(project_id));
      return {};
    },
    open_project: async ({ project_id }) => (await studio.open(project_id)).snapshot(),
    excerpt: ({ project_id, file, line }) => ({ lines: studio.current(project_id).excerpt(file, line) }),
    answer({ project_id, seat, key, answer }) {
      game(project_id).answer(seat, key, answer);
      return {};
    },
    source: async ({ project_id, file }) => readSource(await studio.pathOf(project_id), file),
    write_source: async ({ project_id, file, text, based_on }) => ({
      hash: await writeSource(await studio.pathOf(project_id), file, text, based_on),
    }),
    async import_board({ project_id, page_base64, apply }) {
      return importPage(Buffer.from(page_base64, 'base64'), await studio.pathOf(project_id), { apply });
    },
    async set_seat({ project_id, seat, ...settings }) {
      await studio.current(project_id).setSeat(seat, settings);
      return {};
    },
    set_network({ project_id, ...network }) {
      game(project_id).setNetwork(network);
      return {};
    },
    set_pace({ project_id, paused, step }) {
      game(project_id).setPace(paused, step ?? false);
      return {};
    },
    set_deadline({ project_id, on }) {
      game(project_id).setDeadline(on);
      return {};
    },
    leave({ project_id, seat }) {
      game(project_id).leave(seat);
      return {};
    },
    async restart({ project_id, seed, options }) {
      await studio.current(project_id).restart({ seed, options: options as never });
      return {};
    },
    async continue_from({ project_id, run, frame }) {
      await studio.current(project_id).continueFrom(run, frame);
      return {};
    },
    fixture_position: ({ project_id, name }) => studio.fixturePosition(project_id, name),
    async save_fixture({ project_id, name, frame }) {
      await studio.current(project_id).saveFixture(name, frame);
      return {};
    },
    compare_pictures: ({ project_id, fixture, seat }) =>
      serializePictures(async () => {
        if (openTaker === null) throw new ParlorError('browser_missing', 'Pictures are taken where boards are shown.');
        const folder = await studio.pathOf(project_id);
        const [comparison] = await takePictures({ launchHooks, openTaker }, folder, [everyVariant(fixture, seat)]);
        if (comparison) return comparison;
        throw new ParlorError('not_found', 'This seat has not received anything at the position of the fixture.');
      }),
    settle_pictures: ({ project_id, pictures, keep }) =>
      serializePictures(async () => {
        const folder = await studio.pathOf(project_id);
        if (keep) await keepPictures(folder, pictures);
        else for (const ref of pictures) await deleteNew(folder, ref);
        return {};
      }),
    async picture({ project_id, version, ...ref }) {
      const png = await readPicture(await studio.pathOf(project_id), ref, version);
      return { png_base64: png && Buffer.from(png).toString('base64') };
    },
    async kept_pictures({ project_id, fixture, seat }) {
      return { count: (await keptVariants(await studio.pathOf(project_id), fixture, seat)).length };
    },
    async load_fixture({ project_id, name }) {
      await studio.current(project_id).loadFixture(name);
      return {};
    },
    async delete_fixture({ project_id, name }) {
      await studio.current(project_id).deleteFixture(name);
      return {};
    },
    position: ({ frame, ...ref }) => gameOf(ref).position(frame) as never,
    states({ frame, ...ref }) {
      const current = gameOf(ref);
      const textAt = (seat: Role) => stateText(current.stateAt(seat, frame), studioStateMaxCharacters);
      return { host: textAt('host'), guest: textAt('guest') };
    },
    async set_state({ seat, state, ...ref }) {
      await gameOf(ref).intervene({ seat, state: objectOf(state) });
      return {};
    },
    async forge({ seat, message, ...ref }) {
      await gameOf(ref).intervene({ seat, message: objectOf(message) });
      return {};
    },
    trials: ({ project_id }) => ({ project_id, ...studio.current(project_id).trials.latest }),
    async start_adversary({ project_id }) {
      const { trials, playable } = studio.current(project_id);
      await trials.startAdversary(playable);
      return {};
    },
    async start_simulation({ project_id, ...settings }) {
      const { trials, playable, game } = studio.current(project_id);
      await trials.startSimulation(playable, game.parts.options, settings);
      return {};
    },
    async stop_trial({ project_id, trial }) {
      await studio.current(project_id).trials.stop(trial);
      return {};
    },
  };
}
