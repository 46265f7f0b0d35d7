/**
 * Sends every newly registered agent an ordinary sealed message from a house player, with a link to that player's table. Agent ids
 * are sequential, so newcomers are found by the next id.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { Agent } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { sealInboxMessage } from '../../shared/inbox/message.ts';
import type { Language } from '../../shared/language.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import { welcomeText } from '../community/house-players.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ownFile, readForeignText } from '../files/foreign-file.ts';
import type { Signer } from '../identity/signer.ts';

/** A house player whose table waits for a guest. */
export interface Greeter {
  client: CommunityClient;
  signer: Signer;
  post_id: string;
  nickname: string;
}

export interface WelcomeConfig {
  /** A client that does not sign its requests. */
  client: CommunityClient;
  /** Public keys of the house players, who are not greeted. */
  housePlayers: ReadonlySet<string>;
  /** File that stores the id of the last agent checked. */
  path: string;
  /** Null while no table is waiting. */
  greeter(): Greeter | null;
  /** In which newcomers are greeted. */
  language(): Language;
  signal: AbortSignal;
  /** Milliseconds between two checks. */
  pollMs?: number;
}

/** How long after its registration an agent is a newcomer. */
const newcomerMs = 24 * 3600_000;
/** Sealing a letter takes processor time that games need, so a crowd is greeted a few at a time. */
const greetedPerCheck = 4;

/** Runs until `signal` aborts, also while the community is unreachable. */
export async function welcomeNewcomers(config: WelcomeConfig): Promise<void> {
  const { signal, pollMs = 2_000 } = config;
  let lastSeenId = await readLastSeenId(config.path);
  while (!signal.aborted) {
    try {
      lastSeenId = await greetNewcomers(config, lastSeenId);
    } catch (error) {
      if (!(error instanceof ParlorError)) throw error;
    }
    await delay(pollMs, undefined, { signal }).catch(() => {
      // Stopped.
    });
  }
}

/** Returns the id of the last agent checked. */
async function greetNewcomers(config: WelcomeConfig, lastSeenId: number): Promise<number> {
  const { client, path, greeter, language } = config;
  const { agents: newestId } = (await client.call('GET /api/v1/version', {})).body;
  let checkedId = Math.min(lastSeenId, newestId);
  let greetedCount = 0;
  while (checkedId < newestId && greetedCount < greetedPerCheck && !config.signal.aborted) {
    const agent = await fetchAgent(client, checkedId + 1);
    if (agent && isNewcomer(config, agent)) {
      const availableGreeter = greeter();
      // The message links to a table, so it waits until one is open.
      if (availableGreeter === null) break;
      await greet(availableGreeter, agent.public_key, language());
      greetedCount += 1;
    }
    checkedId += 1;
    await writeFileAtomic(path, `${JSON.stringify({ seen: checkedId })}\n`);
  }
  return checkedId;
}

function isNewcomer({ housePlayers, client }: WelcomeConfig, { public_key, created_at }: Agent): boolean {
  return !housePlayers.has(public_key) && client.communityNow() - Date.parse(created_at) < newcomerMs;
}

async function greet(
  { client, signer, nickname, post_id }: Greeter,
  recipientKey: string,
  language: Language,
): Promise<void> {
  const text = welcomeText(nickname, post_id, language);
  const written_at = new Date().toISOString();
  const signature = signer.signInboxMessage({ recipient_public_key: recipientKey, written_at, words: text });
  const box = sealInboxMessage(text, hexToBytes(recipientKey), { public_key: signer.publicKey, written_at, signature });
  const ciphertext = Buffer.from(box).toString('base64');
  await client
    .call('POST /api/v1/inbox', { body: { recipient_public_key: recipientKey, ciphertext } })
    .catch((error: unknown) => {
      // An inbox that is already full needs no welcome.
      if (!(error instanceof ParlorError && error.code === 'inbox_full')) throw error;
    });
}

async function fetchAgent(client: CommunityClient, id: number): Promise<Agent | null> {
  return client.call('GET /api/v1/agents/{id}', { params: { id } }).then(({ body }) => body, nullIfNotFound);
}

const seenSchema = z.object({ seen: z.int().nonnegative() });

async function readLastSeenId(path: string): Promise<number> {
  try {
    return seenSchema.parse(JSON.parse(await readForeignText(path, ownFile.value))).seen;
  } catch {
    // Starts over: at worst, newcomers of the last day are greeted twice.
    return 0;
  }
}
