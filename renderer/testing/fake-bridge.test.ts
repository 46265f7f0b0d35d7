import { describe, expect, it } from 'vitest';
import { bridge } from '../../shared/bridge/contract.ts';
import type { CallSpec } from '../../shared/bridge/define.ts';
import { exampleOf } from './example.ts';
import { createFakeBridge, type FakeHandlers } from './fake-bridge.ts';

const calls = Object.entries(bridge).flatMap(([group, spec]) =>
  Object.entries(spec.calls as Record<string, CallSpec>).map(([call, each]) => [group, call, each] as const),
);
type AnyClient = Record<string, Record<string, (args: unknown) => Promise<unknown>>>;

it.each(calls)('%s.%s has a default response that its schema allows', async (group, call, { args, result }) => {
  const faults: unknown[] = [];
  const caller = { surface: 'terminal' } as const;
  const { client } = createFakeBridge({}, { caller, report: (fault) => faults.push(fault) });
  const response = await (client as unknown as AnyClient)[group]![call]!(exampleOf(args));
  expect(result.safeParse(response)).toMatchObject({ success: true });
  expect(faults).toEqual([]);
});

describe('validation', () => {
  const faultsOf = (handlers: FakeHandlers) => {
    const faults: string[] = [];
    return { faults, ...createFakeBridge(handlers, { report: (_, where) => faults.push(where) }) };
  };

  it('rejects a call whose handler returns an invalid response', async () => {
    const wrong = { protocols: [{ name: 'Chess' }] };
    const { client, faults } = faultsOf({ protocols: { list: () => wrong as never } });
    await expect(client.protocols.list({})).rejects.toMatchObject({ code: 'internal' });
    expect(faults).toEqual(['protocols.list']);
  });

  it('rejects invalid arguments before any handler runs', async () => {
    const seen: unknown[] = [];
    const { client } = faultsOf({
      tables: {
        resign(args) {
          seen.push(args);
          return {};
        },
      },
    });
    await expect(client.tables.resign({ table_id: 7 as never })).rejects.toMatchObject({ code: 'bad_arguments' });
    expect(seen).toEqual([]);
  });

  it('forwards a valid event, and reports an invalid one', async () => {
    const { client, emit, faults } = faultsOf({});
    const shown: string[] = [];
    client.app.on('show', ({ path }) => shown.push(path));
    await client.app.retry({});
    emit('app', 'show', { path: '/tables' });
    emit('app', 'show', { path: 7 as never });
    await client.app.retry({});
    expect(shown).toEqual(['/tables']);
    expect(faults).toEqual(['app.show']);
  });
});
