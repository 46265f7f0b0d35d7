/** Turns the free-form `rules` of a spec into a tree for Rules.tsx. */
import type { Json } from '../../../shared/json/value.ts';
import { isJsonObject } from '../../../shared/json/value.ts';

export interface RuleNode {
  /** Empty for list items, and for rules that are a single text. */
  name: string;
  text: string;
  parts: RuleNode[];
}

/** Deeper values are shown as JSON. */
const maxDepth = 5;

export function createRulesTree(rules: Json | undefined): RuleNode[] {
  return rules === undefined || rules === null ? [] : partsOf(rules, 0);
}

function partsOf(value: Json, depth: number): RuleNode[] {
  if (isJsonObject(value)) return Object.entries(value).map(([name, part]) => createNode(name, part, depth));
  if (Array.isArray(value)) return value.map((part) => createNode('', part, depth));
  return [createNode('', value, depth)];
}

function createNode(name: string, value: Json, depth: number): RuleNode {
  if (typeof value !== 'object' || value === null)
    return { name, text: value === null ? '' : String(value), parts: [] };
  if (depth >= maxDepth) return { name, text: JSON.stringify(value), parts: [] };
  const isFlat = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  if (isFlat) return { name, text: value.map(String).join(', '), parts: [] };
  return { name, text: '', parts: partsOf(value, depth + 1) };
}
