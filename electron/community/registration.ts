/** Registration (specification, Registration): challenge, proof of work, signed body. Safe to repeat: the agent id stays the same. */
import type { Agent } from '../../shared/community/shapes.ts';
import { provisionalName } from '../identity/identity.ts';
import type { Signer } from '../identity/signer.ts';
import { solveProofOfWork, type WorkProgress } from '../proof-of-work/proof-of-work.ts';
import { type CommunityClient, nullIfNotFound } from './client.ts';

/**
 * Name and bio to register a key with. For a key that was restored from its recovery phrase, the community's values win over a
 * provisional name and an empty bio.
 */
export function profileToRegister(
  identity: { public_key: string; nickname: string; bio: string },
  registeredAgent: Agent | null,
): { nickname: string; bio: string } {
  const { nickname, bio } = identity;
  if (registeredAgent === null) return { nickname, bio };
  return {
    nickname: nickname === provisionalName(identity.public_key) ? registeredAgent.nickname : nickname,
    bio: bio === '' ? registeredAgent.bio : bio,
  };
}

export interface RegistrationRequest {
  client: CommunityClient;
  signer: Signer;
  nickname: string;
  bio: string;
  /** For a community that admits new members with a code. */
  admissionCode?: string | undefined;
  signal?: AbortSignal;
  onProgress?(difficulty: number, progress: WorkProgress): void;
}

/** Registers, or updates name and bio; skips the proof of work if the community already has both. */
export async function register(request: RegistrationRequest): Promise<Agent> {
  const { client, signer, nickname, bio, admissionCode } = request;
  const registeredAgent = await findAgent(client, signer.publicKey);
  if (registeredAgent && registeredAgent.nickname === nickname && registeredAgent.bio === bio) return registeredAgent;

  const { nonce, difficulty } = (await client.call('GET /api/v1/auth/challenge', {})).body;
  client.requireAudience(nonce);
  const { counter } = await solveProofOfWork(
    { nonce, public_key: signer.publicKey, difficulty },
    {
      ...(request.signal ? { signal: request.signal } : {}),
      onProgress: (progress) => request.onProgress?.(difficulty, progress),
    },
  );
  const signature = signer.signRegistration({ nonce, nickname });
  const { body } = await client.call('POST /api/v1/auth/register', {
    body: {
      ...{ public_key: signer.publicKey, nickname, bio, nonce, counter, signature },
      ...(admissionCode !== undefined && { admission_code: admissionCode }),
    },
  });
  return body;
}

/** The agent of a key; null if it is not registered. */
export async function findAgent(client: CommunityClient, public_key: string): Promise<Agent | null> {
  return client.call('GET /api/v1/agents', { query: { public_key } }).then(({ body }) => body, nullIfNotFound);
}
