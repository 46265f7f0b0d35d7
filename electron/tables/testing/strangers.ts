/** Registered keys that shake hands with hosts as often as they like and never come, from addresses of their own. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type CommunityClient, createCommunityClient } from '../../community/client.ts';
import { register } from '../../community/registration.ts';
import { holdKey, type Signer } from '../../identity/signer.ts';
import { IrohChannel } from '../../p2p/iroh-channel.ts';
import { ticketEndpointId } from '../../p2p/iroh-transport.ts';
import { openRawPeer, type RawPeer } from '../../p2p/testing/raw-peer.ts';
import { waitFor } from '../../p2p/wait-for.ts';
import { type SessionBody, shakeHandsAsGuest } from '../joining/handshake.ts';

const dialMs = 5_000;

export interface Stranger {
  readonly client: CommunityClient;
  readonly public_key: string;
  /** Gets the host's proof, and keeps the handshake open. Rejects if the host ends it without one. */
  takeProof(invitation: {
    post_id: string;
    public_key: string;
    protocol_id: string;
    options: unknown;
    iroh_ticket: string;
  }): Promise<SessionBody>;
  /** Drops its connections. */
  leave(): void;
}

export interface Strangers {
  readonly all: Stranger[];
  dispose(): Promise<void>;
}

export async function createStrangers(
  url: string,
  count: number,
  { addresses = ['127.0.0.1'], registered = true }: { addresses?: string[]; registered?: boolean } = {},
): Promise<Strangers> {
  const peers = await Promise.all(addresses.map(openRawPeer));
  const createOne = async (number: number): Promise<Stranger> => {
    const { signer } = holdKey(randomBytes(32));
    const client = createCommunityClient({ url: () => url, signer });
    if (registered) await register({ client, signer, nickname: `Stranger ${number}`, bio: '' });
    return createStranger(client, signer, peers[number % peers.length]!);
  };
  const all: Stranger[] = [];
  while (all.length < count) {
    const numbers = Array.from({ length: Math.min(20, count - all.length) }, (_, index) => all.length + index);
    all.push(...(await Promise.all(numbers.map(createOne))));
  }
  return {
    all,
    async dispose() {
      await Promise.all(peers.map((peer) => peer.close()));
    },
  };
}

function createStranger(client: CommunityClient, signer: Signer, peer: RawPeer): Stranger {
  const player = {
    public_key: signer.publicKey,
    control_mode: 'autonomous' as const,
    signSession: (parts: Parameters<Signer['signSession']>[0]) => signer.signSession(parts),
  };
  const channels = new Set<IrohChannel>();
  return {
    client,
    public_key: signer.publicKey,
    async takeProof({ post_id, public_key, protocol_id, options, iroh_ticket }) {
      // A table that was taken meanwhile answers nobody.
      const connection = await waitFor(peer.connect(iroh_ticket), { timeoutMs: dialMs }, () => new Error('No answer.'));
      const stream = await connection.openBi();
      const limits = { maxLineBytes: 64 * 1024, stallTimeoutMs: 60_000, flushTimeoutMs: 1_000 };
      const channel = new IrohChannel(connection, stream, limits, async () => {});
      channels.add(channel);
      const { promise, resolve, reject } = Promise.withResolvers<SessionBody>();
      shakeHandsAsGuest(channel, {
        player,
        session_nonce: client.mark(),
        post_id,
        host_public_key: public_key,
        protocol_id,
        options: options as JsonObject,
        expectedRemoteId: ticketEndpointId(iroh_ticket),
        createSession(body) {
          resolve(body);
          return new Promise(() => {});
        },
      }).catch((error: unknown) => {
        channel.drop();
        reject(error);
      });
      return promise;
    },
    leave() {
      for (const channel of channels) channel.drop();
      channels.clear();
    },
  };
}
