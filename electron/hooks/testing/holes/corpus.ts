/** Hooks of finished games with one hole each, to measure what the adversary finds. They are made when they are needed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { defaultResourcesDir } from '../../../installation.ts';
import { bundled, type PlayableProtocol } from '../protocols.ts';
import { edits } from './edits.ts';
import { equivalents } from './equivalents.ts';
import { mutationsOf } from './mutations.ts';

export interface Hole extends Omit<PlayableProtocol, 'hooks'> {
  /** The folder of the protocol and what was changed. */
  name: string;
}

/** The Studio's templates, with options that a dishonest host could change. */
function template(folder: string, options: PlayableProtocol['options']): [string, Omit<PlayableProtocol, 'hooks'>] {
  const read = (file: string) => readFileSync(join(defaultResourcesDir(), 'studio', folder, file), 'utf8');
  const { spec } = readSpec(read('spec.json'));
  return [`template ${folder}`, { name: `template ${folder}`, spec, source: read('hooks.js'), options }];
}

/** The finished games by their folder. */
export const games = new Map<string, Omit<PlayableProtocol, 'hooks'>>([
  ...bundled.map((game): [string, PlayableProtocol] => [game.hooks.pathname.split('/').at(-2)!, game]),
  template('turns', { max: 10 }),
  template('rounds', { rounds_to_win: 3 }),
]);

/** Every hole, without those that let nothing through because another check has the same effect. */
export const holes: Hole[] = [...games].flatMap(([folder, game]) => {
  const mutations = mutationsOf(game.spec, game.source).filter(({ name }) => !equivalents[folder]?.includes(name));
  const edited = (edits[folder] ?? []).map(({ name, text, becomes }) => {
    const parts = game.source.split(text);
    if (parts.length !== 2) throw new Error(`${folder}: ${name} does not fit the hooks.`);
    return { name, source: parts.join(becomes) };
  });
  const all = [...mutations, ...edited].map(({ name, source }) => ({ ...game, name: `${folder}: ${name}`, source }));
  // The same holes where the spec doesn't tell what the commitments are.
  const { commit_reveal, ...undeclared } = game.spec;
  const isReveal = ({ name }: Hole) => /every reveal|every accusation|claimed win|copied|own.has/.test(name);
  return commit_reveal
    ? [...all, ...all.filter(isReveal).map((hole) => ({ ...hole, name: `${hole.name}, undeclared`, spec: undeclared }))]
    : all;
});
