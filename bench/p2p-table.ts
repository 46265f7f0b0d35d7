/** What both sides of the p2p benchmark use: the protocol, the board, and a raw iroh endpoint. */
import { fileURLToPath } from 'node:url';
import { Endpoint, presetMinimal, RelayMode } from '@number0/iroh';
import type { Board } from '../electron/library/board.ts';
import { verifyBoard } from '../electron/library/verify-board.ts';
import { numbersOf } from '../electron/p2p/iroh-channel.ts';
import { bundleLimits } from '../shared/bundle/limits.ts';
import { manifestFileOf, manifestHashOf } from '../shared/bundle/manifest.ts';

export const specPath = fileURLToPath(new URL('../resources/protocols/connect-four/spec.json', import.meta.url));
export const hooksPath = fileURLToPath(new URL('../resources/protocols/connect-four/hooks.js', import.meta.url));

/** The channel's write size. */
export const chunkBytes = 32 * 1024;

export const rawAlpn = numbersOf(new TextEncoder().encode('/agent-chat/1'));

export function rawEndpoint(): Promise<Endpoint> {
  const builder = Endpoint.builder();
  presetMinimal(builder);
  builder.relayMode(RelayMode.disabled());
  builder.bindAddr('127.0.0.1:0');
  builder.bindAddr('[::1]:0');
  builder.alpns([rawAlpn]);
  return builder.bind();
}

/** One MiB in two files of the maximum size. */
export function benchBoard(): Board {
  const bytes = new Map(
    ['index.html', 'board.js'].map((path, seed) => [
      path,
      Uint8Array.from({ length: bundleLimits.fileBytes }, (_, index) => (index * 31 + seed) & 0xff),
    ]),
  );
  const hash = manifestHashOf([...bytes].map(([path, content]) => manifestFileOf(path, content)));
  return verifyBoard(bytes, hash, { source: 'local', author: 'bench' });
}
