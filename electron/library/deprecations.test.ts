import { expect, test } from 'vitest';
import type { CommunityClient } from '../community/client.ts';
import { deprecationsAmong } from './deprecations.ts';
import type { ProtocolContext } from './protocol-views.ts';

const [old, next, active, bundled] = ['1', '2', '3', '4'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];
const context = {
  library: {
    get: (id: string) => (id === bundled ? { source: 'bundled' } : id === next ? { source: 'cached' } : null),
  },
} as unknown as ProtocolContext;

test('asks a community that answers about one protocol only for each, and for what follows', async () => {
  const calls: string[] = [];
  const governance = (protocol_id: string) => ({
    ...{ protocol_id, author_public_key: 'ada', family: 'game:golden', parent_protocol_id: null },
    ...(protocol_id === active
      ? { status: 'active', deprecated_reason: null }
      : { status: 'deprecated', deprecated_reason: 'Too long.' }),
  });
  const family = [old, next].map((protocol_id) => ({
    ...{ protocol_id, name: 'Golden Heap', author_public_key: 'ada', created_at: '2026-03-01T12:00:00.000Z' },
    governance: {
      status: protocol_id === old ? 'deprecated' : 'active',
      parent_protocol_id: protocol_id === old ? null : old,
    },
  }));
  const call = async (route: string, { params }: { params?: { protocol_id: string } }) => {
    calls.push(route);
    if (route === 'GET /api/v1/version') return { body: { limits: {} } };
    if (route === 'GET /api/v1/protocols') return { body: { results: family, next_cursor: null } };
    return { body: governance(params!.protocol_id) };
  };
  const client = { call } as unknown as CommunityClient;
  expect(await deprecationsAmong(context, client, [bundled, active, old])).toEqual([
    {
      ...{ protocol_id: old, reason: 'Too long.' },
      successor: { protocol_id: next, name: 'Golden Heap', here: true },
    },
  ]);
  expect(calls).not.toContain('GET /api/v1/protocols/deprecated');
});

test('whoever registered a bundled protocol at a community cannot deprecate it', async () => {
  const call = () => Promise.reject(new Error('nothing is asked'));
  expect(await deprecationsAmong(context, { call } as unknown as CommunityClient, [bundled])).toEqual([]);
});
