import { expect, it } from 'vitest';
import { hostedOf } from '../../testing/hosting-samples.ts';
import { renderPart } from '../../testing/render.tsx';
import { openTable, playing, uuidOf } from '../../testing/samples.ts';
import { lobbyPages } from '../../testing/scene-lobby.ts';
import { MutualRematch } from './MutualRematch.tsx';

it('joins the table of the peer who asks too, whether or not its notice is still there', async () => {
  const table = playing({ table_id: uuidOf(1), phase: 'finished', role: 'host' });
  const offer = {
    ...openTable({ nickname: 'tidewright', rating: 1216, mode: 'human', game: 'Connect Four', options: table.options }),
    host: table.peer,
    protocol_id: table.protocol.protocol_id,
    for_me: true,
  };
  const asked = { ...hostedOf({ protocol: offer.protocol_id, control_mode: 'human' }), rematch_of: table.table_id };
  const lobby = lobbyPages({ entries: [offer], status: 'live', complete: true, problem: null });
  const joined: string[] = [];
  await renderPart(<MutualRematch />, {
    handlers: {
      lobby: { list: ({ after }: { after?: number | undefined }) => lobby.page(after) },
      tables: {
        list: () => ({ tables: [table] }),
        hosting: () => ({ hosted: [asked] }),
        rematch: ({ table_id }: { table_id: string }) => {
          joined.push(table_id);
          return { table_id: null, hosted: null };
        },
      },
    },
  });
  await expect.poll(() => joined).toEqual([table.table_id]);
});
