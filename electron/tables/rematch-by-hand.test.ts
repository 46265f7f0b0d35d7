/** Rematches of a side that plays by hand, and can't host the game: its hooks know no rules to judge by. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOver } from '../../shared/tables/rematch.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { defaultResourcesDir } from '../installation.ts';
import { fetchProtocol } from '../library/download-spec.ts';
import { readProtocolFolder } from '../library/protocol-folder.ts';
import { publishBundled } from '../library/publishing/publish.ts';
import { request } from './testing/rematches.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const { ada, grace } = await takeTwoSeats(temporaryFolder());

test('it stays the guest of the rematch that the other side offers, and asks for none itself', async () => {
  const folder = await readProtocolFolder(join(defaultResourcesDir(), 'studio/turns'));
  const { protocol_id } = folder.protocol;
  await publishBundled(ada.client, folder.protocol);
  await grace.library.writeByHand(await fetchProtocol(grace.client, grace.library, protocol_id));
  const host = (audience = {}) => ada.tables.host({ control_mode: 'autonomous', protocol_id, folder, audience });

  const hosted = await host();
  const table_id = await grace.tables.join(hosted.post_id, { control_mode: 'human' });
  await grace.until(table_id, ({ ask }) => ask !== null);
  await grace.tables.resign(table_id);
  await hosted.ended;
  expect(await grace.until(table_id, isOver)).toMatchObject({
    role: 'guest',
    hooks: { by_hand: true, guest_only: true },
  });
  await expect(request(grace, table_id, true)).rejects.toMatchObject({ code: 'judge_missing' });

  const offered = await host({ visibility: 'listed', for_public_key: grace.signer.publicKey });
  const rematch = await request(grace, table_id, true);
  expect(rematch.hosted).toBeNull();
  await grace.until(rematch.table_id!, ({ ask }) => ask !== null);
  await grace.tables.resign(rematch.table_id!);
  await offered.ended;
});
