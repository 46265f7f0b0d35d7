/** The author's text about a protocol as plain text. */
import type { Json } from '../../shared/json/value.ts';
import { humanize } from '../../shared/protocol/labels.ts';

/** Nested rules as indented lines. */
function ruleLines(value: Json, depth: number): string[] {
  const indent = '  '.repeat(depth);
  if (value === null) return [];
  if (typeof value !== 'object') return [`${indent}${String(value)}`];
  if (Array.isArray(value)) return value.flatMap((item) => ruleLines(item, depth));
  return Object.entries(value).flatMap(([name, item]) =>
    item !== null && typeof item === 'object'
      ? [`${indent}${humanize(name)}`, ...ruleLines(item, depth + 1)]
      : [`${indent}${humanize(name)}: ${String(item)}`],
  );
}

/** The author's description and rules as plain text lines. */
export function rulesText(description: string, rules: Json): string {
  return [description, ...ruleLines(rules, 0)].filter((line) => line.trim() !== '').join('\n');
}
