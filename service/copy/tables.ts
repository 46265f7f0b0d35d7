/** The tables of a community, read from its SQLite schema, so that a table added by a migration is never forgotten. */
import type { DatabaseSync } from 'node:sqlite';
import { progressTable } from '../storage/copy-progress.ts';

const columnTypes = ['integer', 'text', 'blob'] as const;

export interface Column {
  readonly name: string;
  readonly type: (typeof columnTypes)[number];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The columns of the primary key. */
  readonly key: readonly Column[];
  /** Whether the database assigns the key and never reuses it. */
  readonly hasIdentity: boolean;
}

/** Ordered so that each table comes after those that it references. */
export function readTables(file: DatabaseSync): Table[] {
  const schemaRows = file
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name <> ? ORDER BY name`)
    .all(progressTable) as unknown as { name: string; sql: string }[];
  const names = schemaRows.filter(({ name }) => !/^(?:sqlite|kysely)_/.test(name));
  const tables = new Map(names.map(({ name, sql }) => [name, readTable(file, name, sql)]));
  const orderedTables = new Set<Table>();
  const addAfterParents = (name: string): void => {
    for (const { table: parent } of file.prepare(`PRAGMA foreign_key_list(${name})`).all()) {
      if (parent !== name) addAfterParents(String(parent));
    }
    orderedTables.add(tables.get(name)!);
  };
  for (const name of tables.keys()) addAfterParents(name);
  return [...orderedTables];
}

function readTable(file: DatabaseSync, name: string, sql: string): Table {
  const columnInfos = file.prepare(`PRAGMA table_info(${name})`).all() as { name: string; type: string; pk: number }[];
  const columns = columnInfos.map((info) => ({ name: info.name, type: columnTypeOf(name, info.type) }));
  const key = columnInfos
    .map(({ pk }, index) => ({ pk, column: columns[index]! }))
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ column }) => column);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`);
  return { name, columns, key, hasIdentity: /\bautoincrement\b/i.test(sql) };
}

function columnTypeOf(table: string, declaredType: string): Column['type'] {
  const type = columnTypes.find((candidate) => candidate === declaredType.toLowerCase());
  if (!type) throw new Error(`The table ${table} has a column of the unknown type ${declaredType}.`);
  return type;
}
