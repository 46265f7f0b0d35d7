import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { CoreParts } from '../core-parts.ts';

export function studioHandlers({ studio, library }: CoreParts): Handlers<Bridge>['studio'] {
  const game = (project_id: string) => studio.current(project_id).game;
  return {
    list: async () => ({ projects: await studio.list() }),
    async create({ name, from }) {
      if ('template' in from) return { project_id: await studio.create(name, from) };
      const { protocol: named } = from;
      const protocol = library.get(named) ?? library.list().find(({ folder }) => folder === named);
      if (!protocol) throw new ParlorError('protocol_missing', `There is no protocol "${named}" on this computer.`);
      return { project_id: await studio.create(name, { protocol }) };
    },
    open: async ({ folder }) => ({ project_id: await studio.add(folder) }),
    path: async ({ project_id }) => ({ path: await studio.pathOf(project_id) }),
    project: async ({ project_id }) => (await studio.open(project_id)).snapshot(),
    excerpt: ({ project_id, file, line }) => ({ lines: studio.current(project_id).excerpt(file, line) }),
    answer({ project_id, seat, key, answer }) {
      game(project_id).answer(seat, key, answer);
      return {};
    },
    sit({ project_id, seat, by }) {
      game(project_id).sit(seat, by);
      return {};
    },
    pace({ project_id, paused, step }) {
      game(project_id).pace(paused, step ?? false);
      return {};
    },
    deadline({ project_id, on }) {
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
    position({ project_id, run, frame }) {
      const shown = game(project_id);
      if (shown.parts.run !== run) throw new ParlorError('not_found', 'That game is over and gone.');
      return shown.position(frame) as never;
    },
  };
}
