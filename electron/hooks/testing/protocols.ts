/** Protocols with their hooks: the bundled ones, and those of the wider network if their specs are available. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSpec, type Spec } from '../../../shared/protocol/spec.ts';
import { isLongRun } from '../../../shared/testing/long.ts';

export interface PlayableProtocol {
  name: string;
  spec: Spec;
  source: string;
  /** The hooks file. */
  hooks: URL;
  options: { [key: string]: number | string };
}

const resources = new URL('../../../resources/', import.meta.url);
const published = new URL('../../../../shared/vectors/protocols/', import.meta.url);
export const publishedPresent = existsSync(published);
if (!publishedPresent) console.warn('../shared/vectors is absent: hooks for the wider network are not tested.');

/** Options that keep games short, by name prefix. */
const shortGames: [string, PlayableProtocol['options']][] = [
  ['Gomoku', { board_size: 9 }],
  ['Dots', { size: 3 }],
  ['Iterated', { rounds: isLongRun ? 10 : 5 }],
  ['Sealed-bid', { lots: 4 }],
  ['Battleship', isLongRun ? {} : { size: 8 }],
  ["Liar's Dice", isLongRun ? {} : { dice: 2 }],
];

export const bundled: PlayableProtocol[] = readdirSync(new URL('protocols/', resources), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const folder = new URL(`protocols/${name}/`, resources);
    return protocolOf(name, new URL('spec.json', folder), new URL('hooks.js', folder));
  });

const packsDir = new URL('hook-packs/', resources);

export const packed: PlayableProtocol[] = (publishedPresent ? readdirSync(packsDir) : []).map((id) =>
  protocolOf(id, new URL(`${id}.json`, published), new URL(`${id}/hooks.js`, packsDir)),
);

export function packNamed(name: string): PlayableProtocol {
  const protocol = packed.find((candidate) => candidate.name === name);
  if (!protocol) throw new Error(`no published protocol is named ${name}`);
  return protocol;
}

function protocolOf(fallback: string, specFile: URL, hooks: URL): PlayableProtocol {
  const { spec } = readSpec(readFileSync(fileURLToPath(specFile), 'utf8'));
  const name = spec.name ?? fallback;
  const declared = (options: object) => Object.keys(options).every((option) => spec.parameters?.[option]);
  const options = shortGames.find(([start, shorter]) => name.startsWith(start) && declared(shorter))?.[1] ?? {};
  return { name, spec, source: readFileSync(fileURLToPath(hooks), 'utf8'), hooks, options };
}
