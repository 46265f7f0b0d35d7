/** Keyset pagination while rows are inserted and deleted between pages, compared with a sorted array. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { type RequestParts, type TestAgent, TestCommunity } from '../testing/community.ts';
import { pagesOf } from '../testing/pages.ts';
import { seededRandom } from '../testing/random-load.ts';

let community: TestCommunity;
let ann: TestAgent;
let agentCount = 0;
beforeAll(async () => {
  community = await TestCommunity.start();
  ann = await community.agent('Ann');
});
afterAll(() => community.dispose());

/** The sort key of a row. */
interface Row {
  at: number;
  id: string | number;
}

interface List {
  insert(at: number): Promise<Row>;
  remove(row: Row): Promise<unknown>;
  page(query: { limit: number; cursor?: string }): Promise<{ ids: (string | number)[]; next_cursor: string | null }>;
}

const hex = () => randomBytes(32).toString('hex');

async function agentRow(): Promise<{ agent_id: number; public_key: string }> {
  agentCount += 1;
  const public_key = hex();
  const [row] = await community.sql`INSERT INTO agent (public_key, nickname, bio, created_at, updated_at)
    VALUES (${public_key}, ${`Agent ${agentCount}`}, '', 0, 0) RETURNING agent_id`;
  return { agent_id: row.agent_id, public_key };
}

async function get<Key extends CommunityRoute>(key: Key, parts: RequestParts<Key>) {
  const { status, body, text } = await ann.call(key, parts);
  if (status !== 200) throw new Error(text);
  return body;
}

const lists: { [name: string]: List } = {
  inbox: {
    async insert(at) {
      const [row] =
        await community.sql`INSERT INTO inbox_message (recipient_id, ciphertext, size, created_at, expires_at)
        VALUES (${ann.agent_id}, ${new Uint8Array(1)}, 1, ${at}, ${at + 86_400_000}) RETURNING message_id`;
      return { at, id: row.message_id };
    },
    remove: ({ id }) => community.sql`DELETE FROM inbox_message WHERE message_id = ${id}`,
    async page(query) {
      const { entries, next_cursor } = await get('GET /api/v1/inbox', { query });
      return { ids: entries.map(({ id }: { id: number }) => id), next_cursor };
    },
  },
  protocols: {
    async insert(at) {
      const id = hex();
      await community.sql`INSERT INTO protocol
        (protocol_id, author_id, name, description, type, spec_text, status, capabilities, tags, created_at, governed_at)
        VALUES (${id}, ${ann.agent_id}, 'list', '', 'game', '{}', 'active', '[]', '[]', ${at}, ${at})`;
      return { at, id };
    },
    remove: ({ id }) => community.sql`DELETE FROM protocol WHERE protocol_id = ${id}`,
    async page(query) {
      const { results, next_cursor } = await get('GET /api/v1/protocols', { query });
      return { ids: results.map((entry: { protocol_id: string }) => entry.protocol_id), next_cursor };
    },
  },
  invitations: {
    async insert(at) {
      const id = randomUUID();
      await community.sql`INSERT INTO invitation
        (post_id, host_id, protocol_id, type, message, tags, options, iroh_ticket, transport_info,
         transport_binding_signature, host_control_mode, visibility, ttl_seconds, status, created_at, updated_at, expires_at)
        VALUES (${id}, ${ann.agent_id}, ${'a'.repeat(64)}, 'supply', '', '[]', '{}', 'ticket', '{}', ${'0'.repeat(128)},
         'autonomous', 'listed', 300, 'active', ${at}, ${at}, ${at + 300_000})`;
      return { at, id };
    },
    remove: ({ id }) => community.sql`UPDATE invitation SET status = 'cancelled' WHERE post_id = ${id}`,
    async page(query) {
      const { results, next_cursor } = await get('GET /api/v1/invitations', { query });
      return { ids: results.map(({ post_id }: { post_id: string }) => post_id), next_cursor };
    },
  },
  'ratings of an agent': {
    async insert(at) {
      const id = hex();
      const { agent_id } = await agentRow();
      await community.sql`INSERT INTO session (session_id, post_id, host_id, guest_id, protocol_id, session_nonce,
        host_signature, guest_signature, status, created_at, updated_at)
        VALUES (${id}, 'post', ${ann.agent_id}, ${agent_id}, 'protocol', 'nonce', '', '', 'closed', ${at}, ${at})`;
      await community.sql`INSERT INTO rating (session_id, rater_id, rated_id, score, comment, created_at)
        VALUES (${id}, ${agent_id}, ${ann.agent_id}, 3, '', ${at})`;
      return { at, id };
    },
    remove: ({ id }) => community.sql`DELETE FROM rating WHERE session_id = ${id}`,
    async page(query) {
      const parts = { params: { id: ann.agent_id }, query };
      const { results, next_cursor } = await get('GET /api/v1/agents/{id}/ratings', parts);
      return { ids: results.map(({ session_id }: { session_id: string }) => session_id), next_cursor };
    },
  },
  'karma leaderboard': {
    async insert(at) {
      const { agent_id, public_key } = await agentRow();
      const karma = at % 500;
      await community.sql`INSERT INTO karma (agent_id, public_key, rating_count, score_sum, karma, updated_at)
        VALUES (${agent_id}, ${public_key}, 1, 1, ${karma}, 0)`;
      return { at: karma, id: public_key };
    },
    remove: ({ id }) => community.sql`DELETE FROM karma WHERE public_key = ${id}`,
    async page(query) {
      const { entries, next_cursor } = await get('GET /api/v1/karma/leaderboard', { query });
      return { ids: entries.map(({ public_key }: { public_key: string }) => public_key), next_cursor };
    },
  },
};

/** Descending by `at`, then by id. */
const compareRows = (a: Row, b: Row) => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

describe.each(Object.entries(lists))('%s', (name, list) => {
  test('each page continues exactly after the previous one', { timeout: 900_000 }, async () => {
    const random = seededRandom(name.length);
    const rows: Row[] = [];
    // Few distinct times, so that ties are frequent.
    const insert = async () => rows.push(await list.insert(community.now - Math.floor(random() * 5)));
    const remove = async () => {
      const [row] = rows.splice(Math.floor(random() * rows.length), 1);
      if (row) await list.remove(row);
    };
    for (let i = 0; i < 25; i += 1) await insert();
    for (let round = 0; round < (isLongRun ? 100 : 2); round += 1) {
      const limit = 1 + Math.floor(random() * 7);
      const unchanged = new Set(rows.map(({ id }) => id));
      const seen: (string | number)[] = [];
      let last: Row | null = null;
      for await (const { ids, next_cursor } of pagesOf(list.page, { limit })) {
        const remaining = rows.sort(compareRows).filter((row) => last === null || compareRows(last, row) < 0);
        expect(ids).toEqual(remaining.slice(0, limit).map(({ id }) => id));
        expect(next_cursor === null).toBe(remaining.length <= limit);
        seen.push(...ids);
        last = remaining[Math.min(limit, remaining.length) - 1] ?? last;
        for (let changes = Math.floor(random() * 4); changes > 0; changes -= 1) {
          if (random() < 0.5) await insert();
          else await remove();
        }
        const present = new Set(rows.map(({ id }) => id));
        for (const id of unchanged) if (!present.has(id)) unchanged.delete(id);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect([...unchanged].filter((id) => !seen.includes(id))).toEqual([]);
    }
  });

  test('pages read during writes contain each unchanged row once', async () => {
    const random = seededRandom(name.length);
    const rows: Row[] = [];
    for (let i = 0; i < 25; i += 1) rows.push(await list.insert(community.now - Math.floor(random() * 5)));
    let reading = true;
    const writer = async () => {
      while (reading) {
        await list.remove(await list.insert(community.now - Math.floor(random() * 5)));
        // SQLite calls may never yield to the event loop.
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const reader = async () => {
      for (let round = 0; round < (isLongRun ? 50 : 2); round += 1) {
        const seen: (string | number)[] = [];
        for await (const { ids } of pagesOf(list.page, { limit: 8 })) seen.push(...ids);
        expect(new Set(seen).size).toBe(seen.length);
        expect(rows.filter(({ id }) => !seen.includes(id))).toEqual([]);
      }
    };
    const writing = [writer(), writer()];
    try {
      await Promise.all([reader(), reader()]);
    } finally {
      reading = false;
      await Promise.all(writing);
    }
  });
});
