/** Formats JSON text as indented lines; numbers keep their digits. */
import { NumberText, parseJson, type TextJson } from '../../../shared/json/parse.ts';

/** Characters up to which a list of scalars stays on one line. */
const maxLineLength = 100;

/** Text that is not JSON is only split into lines. `sorted` orders members by name, so that a diff ignores their order. */
export function jsonLines(text: string, { sorted = false } = {}): string[] {
  let value: TextJson;
  try {
    value = parseJson(text, { numbers: 'text', maxDepth: 64 });
  } catch {
    return text.split('\n');
  }
  return formatValue(value, '', sorted).split('\n');
}

function formatValue(value: TextJson, indent: string, sorted: boolean): string {
  if (value instanceof NumberText) return value.text;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const innerIndent = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => formatValue(item, innerIndent, sorted));
    const line = `[${items.join(', ')}]`;
    if (value.every(isLeaf) && line.length + indent.length <= maxLineLength) return line;
    return `[\n${items.map((item) => innerIndent + item).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value);
  if (members.length === 0) return '{}';
  if (sorted) members.sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = members.map(
    ([name, member]) => `${innerIndent}${JSON.stringify(name)}: ${formatValue(member, innerIndent, sorted)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

const isLeaf = (value: TextJson) => value === null || typeof value !== 'object' || value instanceof NumberText;
