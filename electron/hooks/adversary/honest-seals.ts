/** Whether the commitments of honest games can be verified, and can't be read before they are opened. */
import type { Spec } from '../../../shared/protocol/spec.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { isKept, openingReader } from '../../../shared/tables/sealed-rounds.ts';
import type { PlayedGame } from './played-game.ts';

/** The first opening for which verifying the record of an honest game would accuse its sender; null if there is none. */
export function brokenSeal(spec: Spec, frames: PlayedGame['messages']): string | null {
  const reader = openingReader(spec);
  if (!reader) return null;
  for (const { from, frame } of frames) {
    const broken = reader.read(from, frame).openings.find((opening) => !isKept(opening));
    if (!broken) continue;
    const opened = `${broken.value ?? 'no value'}, which does not match its commitment`;
    return `By commit_reveal, the message ${frame.action} of an honest ${from} opens ${opened}.`;
  }
  return null;
}

/** The number of the first game with a hash or nonce of another commitment, and what it is; null if there is none. */
export function repeatedSecret(spec: Spec, games: readonly PlayedGame[]): { game: number; failure: string } | null {
  /** Hashes and nonces by the commitment that they belong to. */
  const owners = new Map<string, string>();
  for (const [game, { messages }] of games.entries()) {
    const reader = openingReader(spec);
    const commits: Record<Role, number> = { host: 0, guest: 0 };
    for (const { from, frame } of messages) {
      const { committed, openings } = reader?.read(from, frame) ?? { committed: false, openings: [] };
      if (committed) commits[from] += 1;
      for (const { index, nonce, sealed } of openings) {
        const owner = `${game} ${from} ${commits[from]} ${index}`;
        for (const [name, secret] of Object.entries({ nonce, hash: sealed })) {
          if (secret === null) continue;
          const known = owners.get(secret) ?? owner;
          owners.set(secret, known);
          if (known === owner) continue;
          const failure = `The message ${frame.action} of the ${from} opens a ${name} that another commitment had before, so the other side may know what it hides.`;
          return { game, failure };
        }
      }
    }
  }
  return null;
}
