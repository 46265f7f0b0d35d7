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
  const declared = file
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name <> ? ORDER BY name`)
    .all(progressTable) as unknown as { name: string; sql: string }[];
  const names = declared.filter(({ name }) => !/^(?:sqlite|kysely)_/.test(name));
  const tables = new Map(names.map(({ name, sql }) => [name, readTable(file, name, sql)]));
  const ordered = new Set<Table>();
  const addAfterParents = (name: string): void => {
    for (const { table: parent } of file.prepare(`PRAGMA foreign_key_list(${name})`).all()) {
      if (parent !== name) addAfterParents(String(parent));
    }
    ordered.add(tables.get(name)!);
  };
  for (const name of tables.keys()) addAfterParents(name);
  return [...ordered];
}

function readTable(file: DatabaseSync, name: string, sql: string): Table {
  const infos = file.prepare(`PRAGMA table_info(${name})`).all() as { name: string; type: string; pk: number }[];
  const columns = infos.map((info) => ({ name: info.name, type: columnTypeOf(name, info.type) }));
  const key = infos
    .map(({ pk }, at) => ({ pk, column: columns[at]! }))
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ column }) => column);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`);
  return { name, columns, key, hasIdentity: /\bautoincrement\b/i.test(sql) };
}

function columnTypeOf(table: string, declared: string): Column['type'] {
  const type = columnTypes.find((each) => each === declared.toLowerCase());
  if (!type) throw new Error(`The table ${table} has a column of the unknown type ${declared}.`);
  return type;
}
