/**
 * The house greets whoever is new in its community: a sealed letter, sent as anybody's, with the table of the one who writes. Agents
 * are numbered as they come, so that a newcomer is found by the next number.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { Agent } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { sealLetter } from '../../shared/inbox/letter.ts';
import type { CommunityClient } from '../community/client.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';
import type { Signer } from '../identity/signer.ts';
import { welcomeWords } from './cast.ts';

/** Somebody of the house who has a chair free. */
export interface Greeter {
  client: CommunityClient;
  signer: Signer;
  post_id: string;
  nickname: string;
}

export interface Welcoming {
  /** Unsigned. */
  client: CommunityClient;
  /** Keys of the cast, who need no welcome. */
  cast: ReadonlySet<string>;
  /** Where the number of the last agent that was looked at is kept. */
  path: string;
  /** Null while no chair is free. */
  greeter(): Greeter | null;
  signal: AbortSignal;
  /** Milliseconds between two looks. */
  everyMs?: number;
}

/** Whoever came longer ago knows the place. */
const newForMs = 24 * 3600_000;

/** Looks for newcomers until it is told to stop; a community that is away is asked again. */
export async function welcomeNewcomers(welcoming: Welcoming): Promise<void> {
  const { signal, everyMs = 2_000 } = welcoming;
  let seen = await readSeen(welcoming.path);
  while (!signal.aborted) {
    try {
      seen = await look(welcoming, seen);
    } catch (error) {
      if (!(error instanceof ParlorError)) throw error;
    }
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
}

async function look(welcoming: Welcoming, from: number): Promise<number> {
  const { client, path, greeter } = welcoming;
  const { agents: newest } = (await client.call('GET /api/v1/version', {})).body;
  let seen = Math.min(from, newest);
  while (seen < newest && !welcoming.signal.aborted) {
    const agent = await agentOf(client, seen + 1);
    if (agent && isNew(welcoming, agent)) {
      const writer = greeter();
      // The letter is about a chair: it waits until there is one.
      if (writer === null) break;
      await greet(writer, agent.public_key);
    }
    seen += 1;
    await writeFileAtomic(path, new TextEncoder().encode(`${JSON.stringify({ seen })}\n`));
  }
  return seen;
}

function isNew({ cast, client }: Welcoming, { public_key, created_at }: Agent): boolean {
  const communityNow = Date.now() + (client.clockOffsetMs ?? 0);
  return !cast.has(public_key) && communityNow - Date.parse(created_at) < newForMs;
}

async function greet({ client, signer, nickname, post_id }: Greeter, to: string): Promise<void> {
  const text = welcomeWords(nickname, post_id);
  const written_at = new Date().toISOString();
  const signature = signer.signLetter({ recipient_public_key: to, written_at, words: text });
  const box = sealLetter(text, hexToBytes(to), { public_key: signer.publicKey, written_at, signature });
  const ciphertext = Buffer.from(box).toString('base64');
  await client
    .call('POST /api/v1/inbox', { body: { recipient_public_key: to, ciphertext } })
    .catch((error: unknown) => {
      // Who has so much mail on the first day was welcomed by others.
      if (!(error instanceof ParlorError && error.code === 'inbox_full')) throw error;
    });
}

async function agentOf(client: CommunityClient, id: number): Promise<Agent | null> {
  try {
    return (await client.call('GET /api/v1/agents/{id}', { params: { id } })).body;
  } catch (error) {
    if (error instanceof ParlorError && error.code === 'not_found') return null;
    throw error;
  }
}

const seenSchema = z.object({ seen: z.int().nonnegative() });

async function readSeen(path: string): Promise<number> {
  try {
    return seenSchema.parse(JSON.parse(await readFile(path, 'utf8'))).seen;
  } catch {
    // Only the first day counts: nobody is greeted twice for long.
    return 0;
  }
}
