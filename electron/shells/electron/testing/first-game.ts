import { expect } from 'vitest';
import { bridgeOf, type FakeElectron } from './fake-electron.ts';

/** What a new user does first: creates an identity and plays the house. Resolves with the table's ID once its result is settled. */
export async function playFirstGame(electron: FakeElectron): Promise<string> {
  await expect.poll(() => electron.windows.at(-1)?.shown ?? false).toBe(true);
  const window = bridgeOf(electron.windows.at(-1)!);
  await window.identity.create({ nickname: 'ann', bio: '', passphrase: null });
  const invitation = async () => {
    const { entries } = await window.lobby.list({});
    return entries.find(({ house, refusal, protocol_name }) => {
      return house !== null && refusal === null && protocol_name === 'Rock Paper Scissors';
    });
  };
  await expect.poll(invitation).toBeDefined();
  const { post_id } = (await invitation())!;
  const { table_id } = await window.tables.join({ post_id, control_mode: 'autonomous' });
  const result = async () => {
    const { tables } = await window.tables.list({});
    return tables.find((table) => table.table_id === table_id)?.result?.state;
  };
  await expect.poll(result).toBe('settled');
  return table_id;
}
