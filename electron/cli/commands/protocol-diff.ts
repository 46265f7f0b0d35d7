/** Prints what differs between two specs. */
import type { FieldChange, PointerChange, SpecDiff } from '../../../shared/protocol/diff.ts';
import { applyStyle, fieldsText, inlineText } from '../output/layout.ts';
import { fieldLines, type OutputFlags, print, rowLine } from '../output/print.ts';

type Change = 'added' | 'removed' | 'changed';

/** How lines and values are formatted: with tabs and JSON for scripts, coloured and without JSON on a terminal. */
interface Style {
  fields(fields: object): string;
  line(change: Change, indent: string, subject: string, value?: string): string;
  value(value: unknown): string;
}

const signs = { added: '+', removed: '-', changed: '~' } as const;
const colours = { added: 'green', removed: 'red', changed: 'yellow' } as const;

const scriptStyle: Style = {
  fields: fieldLines,
  line: (change, indent, subject, value) =>
    rowLine(indent === '' ? [signs[change], subject] : [`${indent}${signs[change]} ${subject}`, value ?? '']),
  value: (value) => JSON.stringify(value),
};

const terminalStyle: Style = {
  fields: (fields) => `${fieldsText(fields)}\n`,
  line: (change, indent, subject, value) =>
    `${applyStyle(colours[change], `${indent}${signs[change]} ${inlineText(subject)}`)}${value ? `  ${value}` : ''}\n`,
  value: (value) => (typeof value === 'object' ? inlineText(value) : inlineText(JSON.stringify(value))),
};

export function printDiff(flags: OutputFlags, diff: SpecDiff): void {
  print(flags, { json: diff, lines: () => diffText(diff, scriptStyle), text: () => diffText(diff, terminalStyle) });
}

function diffText(diff: SpecDiff, style: Style): string {
  const { messages, options, before_protocol_id, after_protocol_id, same_contract, ...specParts } = diff;
  let text = style.fields({ before: before_protocol_id, after: after_protocol_id });
  if (same_contract) text += 'Same id: the differences are not part of the contract.\n';
  for (const { name, direction, change, fields, places } of messages) {
    text += style.line(change, '', `message ${name} (${direction})`);
    if (change === 'changed') text += fieldChangesText(fields, style) + placeChangesText('  ', places, style);
  }
  if (options.length > 0) text += `options\n${fieldChangesText(options, style)}`;
  for (const [name, places] of Object.entries(specParts)) {
    if (places.length > 0) text += `${name}\n${placeChangesText('  ', places, style)}`;
  }
  return text;
}

const fieldChangesText = (fields: FieldChange[], style: Style): string =>
  fields
    .map(({ name, change, places, before, after }) => {
      const value = change === 'changed' ? '' : style.value(change === 'added' ? after : before);
      return style.line(change, '  ', name, value) + placeChangesText('    ', places, style);
    })
    .join('');

const placeChangesText = (indent: string, places: PointerChange[], style: Style): string =>
  places
    .map(({ pointer, change, before, after }) => {
      const values = { added: [after], removed: [before], changed: [before, after] }[change];
      return style.line(change, indent, pointer, values.map(style.value).join(' -> '));
    })
    .join('');
