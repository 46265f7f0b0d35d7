import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Damage that SQLite's own checks find in the database files of a service. */
export function findDamage(dataDir: string): string[] {
  return ['community.db', 'replay.db'].flatMap((name) => {
    const db = new DatabaseSync(join(dataDir, name), { timeout: 5000 });
    const rows = [...db.prepare('PRAGMA integrity_check').all(), ...db.prepare('PRAGMA foreign_key_check').all()];
    db.close();
    return rows.map((row) => JSON.stringify(row)).filter((row) => row !== '{"integrity_check":"ok"}');
  });
}
