/** What differs between two specs, as lines a reviewer reads: `+`, `-` or `~`, the place, and what stands there. */
import type { z } from 'zod';
import type { specDiffSchema } from '../../shared/bridge/contract.ts';

type SpecDiff = z.infer<typeof specDiffSchema>;
type Kind = 'added' | 'removed' | 'changed';

export interface DiffLine {
  id: string;
  change: Kind;
  text: string;
}

const signs = { added: '+', removed: '-', changed: '~' } as const;
const longest = 60;

interface Place {
  pointer: string;
  change: Kind;
  before: unknown;
  after: unknown;
}

export function diffLines(diff: SpecDiff): DiffLine[] {
  const lines: DiffLine[] = [];
  const add = (change: Kind, place: string, value = '') =>
    lines.push({
      id: `${lines.length} ${place}`,
      change,
      text: [signs[change], place, value].filter(Boolean).join(' '),
    });
  const addPlaces = (part: string, places: readonly Place[]) => {
    for (const { pointer, change, before, after } of places)
      add(change, `${part}${pointer}`, textOf(change, before, after));
  };
  for (const { name, change, fields, places } of diff.messages) {
    if (change !== 'changed') add(change, `message ${name}`);
    else {
      for (const field of fields) {
        if (field.change === 'changed') addPlaces(`${name}.${field.name}`, field.places);
        else add(field.change, `${name}.${field.name}`, textOf(field.change, field.before, field.after));
      }
      addPlaces(name, places);
    }
  }
  for (const { name, change, places, before, after } of diff.options) {
    if (change === 'changed') addPlaces(`parameters.${name}`, places);
    else add(change, `parameters.${name}`, textOf(change, before, after));
  }
  addPlaces('flow', diff.flow);
  addPlaces('rules', diff.rules);
  addPlaces('', diff.terms);
  addPlaces('', diff.about);
  return lines;
}

function textOf(change: Kind, before: unknown, after: unknown): string {
  if (change === 'changed') return `${short(before)} → ${short(after)}`;
  return short(change === 'added' ? after : before);
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
