/** A guest with an own key that completes the handshake and then writes whatever it likes to the stream. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { Channel } from '../../p2p/channel.ts';
import { IrohChannel } from '../../p2p/iroh-channel.ts';
import { ticketEndpointId } from '../../p2p/iroh-transport.ts';
import { bytesOf, type RawPeer } from '../../p2p/testing/raw-peer.ts';
import type { HostHandle } from '../hosting/host-table.ts';
import { type HandshakeResult, shakeHandsAsGuest } from '../joining/handshake.ts';
import type { TestSeat } from './seat.ts';

export interface HostileGuest {
  channel: Channel;
  /** Until the host has closed the connection, but at most `lines` times; resolves with the number of lines that were written. */
  flood(line: string | number[], lines: number): Promise<number>;
  /** Reads until the host sends this action. */
  readUntil(action: string): Promise<JsonObject>;
  shakeHands(): Promise<HandshakeResult>;
  leave(): void;
}

/** Bytes of one write: many short lines at once, as fast as the stream takes them. */
const writeBytes = 32 * 1024;

export async function connectHostileGuest(hosted: HostHandle, seat: TestSeat, peer: RawPeer): Promise<HostileGuest> {
  const { invitation } = hosted;
  const connection = await peer.connect(invitation.iroh_ticket);
  const stream = await connection.openBi();
  const limits = { maxLineBytes: 1024 * 1024, stallTimeoutMs: 60_000, flushTimeoutMs: 1_000 };
  const channel = new IrohChannel(connection, stream, limits, async () => {});
  return {
    channel,
    async flood(line, lines) {
      const bytes = typeof line === 'string' ? bytesOf(line) : line;
      const together = Math.max(1, Math.floor(writeBytes / bytes.length));
      const chunk = Array.from({ length: together }, () => bytes).flat();
      let written = 0;
      while (written < lines && connection.closeReason() === null) {
        // A host that reads no more stops the writes, until it closes the connection.
        const outcome = await Promise.race([
          stream.send.writeAll(chunk).then(
            () => 'written',
            () => 'closed',
          ),
          connection.closed().then(() => 'closed'),
          sleep(20_000, 'stalled', { ref: false }),
        ]);
        if (outcome !== 'written') break;
        written += together;
      }
      return written;
    },
    async readUntil(action) {
      for (;;) {
        const frame = await channel.receive({ timeoutMs: 15_000 });
        if (frame === null) throw new Error(`The host disconnected before its ${action}.`);
        if (frame.action === action) return frame;
      }
    },
    shakeHands: () =>
      shakeHandsAsGuest(channel, {
        player: {
          public_key: seat.signer.publicKey,
          control_mode: 'autonomous',
          signSession: (parts) => seat.signer.signSession(parts),
        },
        post_id: invitation.post_id,
        host_public_key: invitation.public_key,
        protocol_id: invitation.protocol_id,
        options: invitation.options as JsonObject,
        session_nonce: seat.client.mark(),
        expectedRemoteId: ticketEndpointId(invitation.iroh_ticket),
        createSession: async (body) => (await seat.client.call('POST /api/v1/sessions', { body })).body,
      }),
    leave: () => channel.drop(),
  };
}
