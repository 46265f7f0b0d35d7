/** Undoes the newest migrations, so that the next start runs them on existing data. */
import type { TestCommunity } from './community.ts';

const undoSteps: { [migration: string]: (sql: (text: string) => Promise<void>) => Promise<void> } = {
  '013-removed-name-age': (sql) => sql('DROP INDEX removed_name_age'),
  '012-event-audience': (sql) => sql('DROP INDEX event_audience'),
  '011-admission': async (sql) => {
    await sql('ALTER TABLE protocol DROP COLUMN removed_at');
    for (const column of ['outcome', 'answer']) await sql(`ALTER TABLE complaint DROP COLUMN ${column}`);
    for (const table of ['removed_name', 'banned_network', 'admission', 'admission_code', 'admitted_key'])
      await sql(`DROP TABLE ${table}`);
  },
  '010-order': async (sql) => {
    await sql('ALTER TABLE inbox_message DROP COLUMN pair_hash');
    for (const table of ['pair_key', 'inbox_quota', 'inbox_block', 'complaint', 'ban', 'operator_act'])
      await sql(`DROP TABLE ${table}`);
  },
  '009-agent-terms': (sql) => sql('DROP TABLE agent_term'),
  '008-seats': async (sql) => {
    await sql('DROP INDEX session_claim');
    await sql('ALTER TABLE invitation DROP COLUMN host_confirms');
    for (const column of ['claim_expires_at', 'host_status', 'host_reason', 'guest_status', 'guest_reason'])
      await sql(`ALTER TABLE session DROP COLUMN ${column}`);
  },
  '007-events': (sql) => sql('DROP TABLE event'),
  '006-boards': async (sql) => {
    for (const table of ['standing', 'tally', 'tally_move', 'game', 'head_to_head', 'likeness'])
      await sql(`DROP TABLE ${table}`);
    await sql(`CREATE TABLE elo (agent_id integer, rating integer, games_played integer, updated_at integer)`);
    for (const index of ['invitation_listed', 'invitation_expiry', 'protocol_family_status', 'result_low']) {
      await sql(`DROP INDEX ${index}`);
    }
    await sql('CREATE INDEX invitation_active ON invitation (status, created_at, post_id)');
    await sql('ALTER TABLE fingerprint RENAME TO fingerprint_of');
    // Only the structure that all test specs have.
    await sql(`CREATE TABLE fingerprint AS
      SELECT protocol_id, 1 AS messages, 1 AS options, 0 AS commit_reveal, 0 AS stages, 'session_loop' AS mode, param_types
      FROM fingerprint_of WHERE structure = '1 1 0 0 session_loop'`);
    await sql('DROP TABLE fingerprint_of');
  },
  '005-fingerprint': (sql) => sql('DROP TABLE fingerprint'),
  '004-ui': async (sql) => {
    await sql('DROP TABLE ui_file');
    await sql('DROP TABLE ui_manifest');
  },
  '003-karma': async (sql) => {
    await sql('DROP TABLE karma');
    await sql('DROP TABLE feedback');
  },
};

/** `oldest`: the oldest migration to undo. The community must be stopped. */
export async function undoMigrations(community: TestCommunity, oldest: string): Promise<void> {
  for (const [name, undoStep] of Object.entries(undoSteps)) {
    if (name < oldest) return;
    await undoStep(async (text) => {
      await community.sql([text]);
    });
    await community.sql`DELETE FROM kysely_migration WHERE name = ${name}`;
  }
}
