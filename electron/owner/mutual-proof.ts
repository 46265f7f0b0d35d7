/**
 * Client and owner prove to each other, before anything else is sent, that both know the secret in the data directory: the client sends
 * a nonce, the owner its own nonce and its proof, the client its proof. What answers at the address without being able to read the data
 * directory learns nothing, and what was recorded cannot be used again.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';

const nonceBytes = 32;
const proofBytes = 32;
/** Milliseconds for the other side's part; the owner may be busy for a moment. */
const timeoutMs = 30_000;

/** `silent`: it neither answered nor closed the connection. */
export type ProofResult = 'proven' | 'wrong' | 'closed' | 'silent';

export async function proveAsClient(socket: Socket, secret: string, waitMs = timeoutMs): Promise<ProofResult> {
  const clientNonce = randomBytes(nonceBytes);
  socket.write(clientNonce);
  const answer = await readBytes(socket, nonceBytes + proofBytes, waitMs);
  if (typeof answer === 'string') return answer;
  const nonces = Buffer.concat([clientNonce, answer.subarray(0, nonceBytes)]);
  if (!timingSafeEqual(answer.subarray(nonceBytes), proofOf('owner', secret, nonces))) return 'wrong';
  socket.write(proofOf('client', secret, nonces));
  return 'proven';
}

export async function proveAsOwner(socket: Socket, secret: string, waitMs = timeoutMs): Promise<ProofResult> {
  const clientNonce = await readBytes(socket, nonceBytes, waitMs);
  if (typeof clientNonce === 'string') return clientNonce;
  const ownNonce = randomBytes(nonceBytes);
  const nonces = Buffer.concat([clientNonce, ownNonce]);
  socket.write(Buffer.concat([ownNonce, proofOf('owner', secret, nonces)]));
  const proof = await readBytes(socket, proofBytes, waitMs);
  if (typeof proof === 'string') return proof;
  return timingSafeEqual(proof, proofOf('client', secret, nonces)) ? 'proven' : 'wrong';
}

const proofOf = (side: 'owner' | 'client', secret: string, nonces: Buffer): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(`parlor-${side}:1`).update(nonces).digest();

/** The next `count` bytes; what follows them remains in the socket, which is paused. */
function readBytes(socket: Socket, count: number, waitMs: number): Promise<Buffer | 'closed' | 'silent'> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const finish = (result: Buffer | 'closed' | 'silent') => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose);
      socket.pause();
      resolve(result);
    };
    const timer = setTimeout(() => finish('silent'), waitMs);
    const onClose = () => finish('closed');
    const onData = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (received.length < count) return;
      finish(received.subarray(0, count));
      if (received.length > count) socket.unshift(received.subarray(count));
    };
    if (socket.destroyed) return finish('closed');
    socket.on('data', onData).once('close', onClose);
    socket.resume();
  });
}
