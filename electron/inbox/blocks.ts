/**
 * Blocks at the community: people whom this identity has blocked can't put messages into its inbox. Which blocks the community has is
 * stored beside the contacts, encrypted like them, so that one that ended while the community was unreachable is ended later.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { Contact } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import { readPages } from '../community/pages.ts';
import { openSealedMap } from '../files/sealed-map.ts';
import type { Opener } from '../identity/signer.ts';

export interface Blocks {
  /** Brings the community's blocks in step with the contacts. Does nothing at a community without blocks. */
  synchronize(): Promise<void>;
  /** A message of a blocked person has arrived: the community, which may not have known them, can block them now. */
  noteArrival(public_key: string): Promise<void>;
  close(): Promise<void>;
}

export interface BlocksConfig {
  /** Folder of the identity. */
  folder: string;
  /** Id of the community. */
  community: string;
  /** Of the identity. */
  public_key: string;
  client: CommunityClient;
  opener: Opener;
  contacts: ReadonlyMap<string, Contact>;
}

/** A block at a community, by the id that the community gave it; null if it didn't take the block, which is then not asked for again. */
const storedBlockSchema = z.object({ community: z.string(), public_key: hex64, block_id: z.int().nullable() });

/** Far more than a community has for one agent. */
const maxPages = 100;

export async function openBlocks(config: BlocksConfig): Promise<Blocks> {
  const { client, community, contacts, opener } = config;
  const stored = await openSealedMap({
    path: join(config.folder, 'blocks.sealed'),
    key: opener.messagesKey(),
    purpose: `parlor-blocks:1 ${config.public_key}`,
    schema: storedBlockSchema,
  });
  let isOffered = false;
  /** The blocks that the community has, read once: its data may have been reset or restored. */
  let listed: Set<number> | null = null;

  const keyOf = (public_key: string) => `${public_key} ${community}`;

  async function readListed(): Promise<Set<number>> {
    const ids = new Set<number>();
    const pages = readPages(maxPages, (query) =>
      client.call('GET /api/v1/blocks', { query: { limit: 100, ...query } }),
    );
    for await (const page of pages) for (const { block_id } of page.results) ids.add(block_id);
    return ids;
  }

  async function add(public_key: string): Promise<void> {
    const response = await client.call('POST /api/v1/blocks', { body: { public_key } }).catch(nullIfUnavailable);
    const block_id = response?.body.block_id ?? null;
    await stored.update(() => [[keyOf(public_key), { community, public_key, block_id }]]);
    if (block_id !== null) listed?.add(block_id);
  }

  async function end(public_key: string, block_id: number | null): Promise<void> {
    if (block_id !== null)
      await client.call('DELETE /api/v1/blocks/{block_id}', { params: { block_id } }).catch(nullIfNotFound);
    await stored.update(() => [[keyOf(public_key), null]]);
  }

  return {
    async synchronize() {
      const here = [...stored.entries.values()].filter((block) => block.community === community);
      const blocked = [...contacts.values()].filter((contact) => contact.blocked);
      if (here.length + blocked.length === 0) return;
      isOffered ||= (await client.call('GET /api/v1/version', {})).body.limits.inbox_blocks !== undefined;
      if (!isOffered) return;
      listed ??= await readListed();
      for (const { public_key, block_id } of here)
        if (!contacts.get(public_key)?.blocked) await end(public_key, block_id);
      for (const { public_key } of blocked) {
        const block = stored.entries.get(keyOf(public_key));
        const isLost = block != null && block.block_id !== null && !listed.has(block.block_id);
        if (!block || isLost) await add(public_key);
      }
    },
    async noteArrival(public_key) {
      if (stored.entries.get(keyOf(public_key))?.block_id === null)
        await stored.update(() => [[keyOf(public_key), null]]);
    },
    close: () => stored.close(),
  };
}

/** The person isn't registered at this community, or it takes no more blocks: the block applies on this computer alone. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof ParlorError && error.code === 'too_many_blocks') return null;
  return nullIfNotFound(error);
}
