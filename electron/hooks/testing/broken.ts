/** Hooks that lack one check, each made by a patch from honest ones, to test that the adversary finds the missing check. */
import { readdirSync, readFileSync } from 'node:fs';
import { applyPatch } from 'diff';
import { readSpec } from '../../../shared/protocol/spec.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { AttackKind } from '../adversary/attack-log.ts';
import type { PlayableProtocol } from './protocols.ts';

type Hooks = Omit<PlayableProtocol, 'hooks'>;

const folder = new URL('broken/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

export const honest: Hooks[] = readdirSync(folder).map((mode) => ({
  name: `${mode}/honest`,
  spec: readSpec(read(`${mode}/spec.json`)).spec,
  source: read(`${mode}/honest.js`),
  options: {},
}));

/** What the adversary must report: the kind of the attempt, the seat that accepts it, the message, its field and the method. */
const findings: { [path: string]: [AttackKind, Role, string, string | null, string] } = {
  'turns/wrong-turn': ['changed_value', 'host', 'claim', 'turn', 'handle'],
  'turns/occupied-cell': ['illegal_answer', 'host', 'claim', null, 'handle'],
  'turns/replayed-move': ['illegal_answer', 'guest', 'answer', null, 'handle'],
  'turns/wrong-winner': ['changed_value', 'guest', 'answer', 'winner', 'handle'],
  'turns/draw-claimed': ['changed_value', 'guest', 'answer', 'winner', 'handle'],
  'turns/wrong-totals': ['changed_value', 'guest', 'answer', 'guest_total', 'handle'],
  'turns/early-end': ['changed_values', 'guest', 'answer', null, 'handle'],
  'turns/move-after-end': ['changed_values', 'guest', 'answer', null, 'handle'],
  'turns/out-of-phase': ['other_message', 'host', 'claim', null, 'handle'],
  'rounds/overbid-guest': ['sealed_value', 'host', 'reveal', 'bid', 'round_judge'],
  'rounds/overbid-host': ['sealed_value', 'guest', 'round_result', 'bid', 'handle'],
  'rounds/round-counter': ['changed_value', 'guest', 'round_result', 'lot', 'handle'],
  'rounds/opened-values': ['changed_value', 'guest', 'round_result', 'host_bid', 'handle'],
  'rounds/wrong-scores': ['changed_value', 'guest', 'round_result', 'guest_lots', 'handle'],
  'rounds/verdict-unchecked': ['changed_value', 'guest', 'round_result', 'game_winner', 'handle'],
  'hidden/any-den': ['wrong_opening', 'guest', 'game_over', 'salt', 'handle'],
  'hidden/impossible-track': ['changed_value', 'guest', 'track', 'steps', 'handle'],
  'hidden/false-track': ['changed_value', 'guest', 'track', 'steps', 'handle'],
  'sealed/opened-value': ['illegal_answer', 'host', 'open', 'pole', 'handle'],
  'sealed/sealed-value': ['illegal_answer', 'host', 'open', 'sacks', 'handle'],
  'sealed/short-comparison': ['wrong_opening', 'host', 'seal', 'hash', 'handle'],
  'response/out-of-stock': ['changed_value', 'host', 'order', 'count', 'handle'],
  'response/wrong-item': ['changed_value', 'guest', 'bill', 'item', 'handle'],
  'response/wrong-total': ['changed_value', 'guest', 'bill', 'total', 'handle'],
};

export const broken = honest.flatMap((protocol) => {
  const mode = protocol.name.replace('/honest', '');
  return readdirSync(new URL(`${mode}/`, folder))
    .filter((file) => file.endsWith('.patch'))
    .map((file) => {
      const source = applyPatch(protocol.source, read(`${mode}/${file}`));
      if (source === false) throw new Error(`${mode}/${file} does not fit the honest hooks.`);
      const name = `${mode}/${file.replace('.patch', '')}`;
      return { ...protocol, name, source, finding: findings[name] };
    });
});
