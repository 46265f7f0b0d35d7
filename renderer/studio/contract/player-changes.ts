/** The differences between two specs as sentences for players. */
import type { ChangeKind, PointerChange, SpecDiff } from '../../../shared/protocol/diff.ts';

/** A text key under `change` in the locales. */
export type Sentence =
  | 'message_added'
  | 'message_removed'
  | 'field_added'
  | 'field_removed'
  | 'option_added'
  | 'option_removed'
  | 'at_least'
  | 'at_most'
  | 'no_least'
  | 'no_most'
  | 'values'
  | 'values_added'
  | 'values_removed'
  | 'required'
  | 'optional'
  | 'default'
  | 'mode'
  | 'rules'
  | 'name'
  | 'words'
  | 'other';

export interface PlayerChange {
  id: string;
  change: ChangeKind;
  sentence: Sentence;
  /** `subject`: a message, a field as `message.field`, or an option. */
  params: { subject: string; before: string; after: string };
}

export function playerChanges(diff: SpecDiff): PlayerChange[] {
  const changes: PlayerChange[] = [];
  const addChange = (
    change: ChangeKind,
    sentence: Sentence,
    subject: string,
    before: unknown = '',
    after: unknown = '',
  ) => {
    // Descriptions of one message, and parts of one rule, count as one change.
    if (changes.some((other) => other.sentence === sentence && other.params.subject === subject)) return;
    const params = { subject, before: shorten(before), after: shorten(after) };
    changes.push({ id: `${changes.length} ${subject}`, change, sentence, params });
  };
  const addPlaces = (subject: string, places: readonly PointerChange[]) => {
    for (const place of places) addPlace(subject, place);
  };
  const addPlace = (subject: string, { pointer, change, before, after }: PointerChange) => {
    if (pointer.endsWith('/values')) return addValues(subject, before, after);
    if (/\/(?:min|min_items)$/.test(pointer))
      return addChange(change, after === null ? 'no_least' : 'at_least', subject, before, after);
    if (/\/(?:max|max_items|max_length)$/.test(pointer))
      return addChange(change, after === null ? 'no_most' : 'at_most', subject, before, after);
    if (pointer === '/required') return addChange(change, after === true ? 'required' : 'optional', subject);
    if (pointer === '/default') return addChange(change, 'default', subject, before, after);
    addChange(change, pointer.endsWith('/description') ? 'words' : 'other', subject);
  };
  const addValues = (subject: string, before: unknown, after: unknown) => {
    const [oldValues, newValues] = [before, after].map((list) => (Array.isArray(list) ? list.map(String) : [])) as [
      string[],
      string[],
    ];
    const added = newValues.filter((value) => !oldValues.includes(value));
    const removed = oldValues.filter((value) => !newValues.includes(value));
    if (added.length > 0) addChange('added', 'values_added', subject, '', added.join(', '));
    if (removed.length > 0) addChange('removed', 'values_removed', subject, removed.join(', '));
    if (added.length + removed.length === 0) addChange('changed', 'values', subject);
  };

  for (const { name, direction, change, fields, places } of diff.messages) {
    if (change !== 'changed') {
      addChange(change, change === 'added' ? 'message_added' : 'message_removed', name, direction, direction);
      continue;
    }
    for (const field of fields) {
      const subject = `${name}.${field.name}`;
      if (field.change === 'changed') addPlaces(subject, field.places);
      else addChange(field.change, field.change === 'added' ? 'field_added' : 'field_removed', subject);
    }
    addPlaces(name, places);
  }
  for (const { name, change, places } of diff.options) {
    if (change === 'changed') addPlaces(name, places);
    else addChange(change, change === 'added' ? 'option_added' : 'option_removed', name);
  }
  for (const place of diff.flow) {
    if (place.pointer === '/mode')
      addChange('changed', 'mode', 'flow', place.before ?? 'session_loop', place.after ?? 'session_loop');
    else addChange('changed', 'rules', '');
  }
  if (diff.rules.length > 0) addChange('changed', 'rules', '');
  for (const { pointer } of diff.terms) addChange('changed', 'other', pointer.split('/')[1] ?? '');
  for (const { pointer, change, before, after } of diff.about) {
    if (pointer === '/name') addChange(change, 'name', 'name', before, after);
    else addChange(change, 'words', pointer.split('/')[1] ?? '');
  }
  return changes;
}

const maxCharacters = 80;

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
