/** Registration (specification, Registration): challenge, proof of work, signed body. Safe to repeat: the agent id stays. */
import type { Agent } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Signer } from '../identity/signer.ts';
import type { CommunityClient } from './client.ts';
import { solveProofOfWork, type WorkProgress } from './proof-of-work.ts';

export interface RegistrationWish {
  client: CommunityClient;
  signer: Signer;
  nickname: string;
  bio: string;
  signal?: AbortSignal;
  onWork?(difficulty: number, progress: WorkProgress): void;
}

/** Registers, or updates name and bio; asks for no work where the community already knows both. */
export async function register(wish: RegistrationWish): Promise<Agent> {
  const { client, signer, nickname, bio } = wish;
  const known = await lookUp(client, signer.publicKey);
  if (known && known.nickname === nickname && known.bio === bio) return known;

  const { nonce, difficulty } = (await client.call('GET /api/v1/auth/challenge', {})).body;
  const { counter } = await solveProofOfWork(
    { nonce, public_key: signer.publicKey, difficulty },
    {
      ...(wish.signal ? { signal: wish.signal } : {}),
      onProgress: (progress) => wish.onWork?.(difficulty, progress),
    },
  );
  const signature = signer.signRegistration({ nonce, nickname });
  const answer = await client.call('POST /api/v1/auth/register', {
    body: { public_key: signer.publicKey, nickname, bio, nonce, counter, signature },
  });
  return answer.body;
}

async function lookUp(client: CommunityClient, public_key: string): Promise<Agent | null> {
  try {
    return (await client.call('GET /api/v1/agents', { query: { public_key } })).body;
  } catch (error) {
    if (error instanceof ParlorError && error.code === 'not_found') return null;
    throw error;
  }
}
