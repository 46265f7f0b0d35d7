/** A stub core: it answers a few calls; tests emit its events and add the files of its boards. */
import type { Bridge, LobbyPage } from '../../../shared/bridge/contract.ts';
import { bridge } from '../../../shared/bridge/contract.ts';
import type { Caller, Handlers } from '../../../shared/bridge/define.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { ShellCore } from '../../bridge/shell-core.ts';

export interface TestCore extends ShellCore {
  /** Every call that reached a handler, with its caller. */
  readonly calls: { call: string; args: unknown; caller: Caller }[];
  readonly files: Map<string, { bytes: Uint8Array; type: string }>;
  emit(group: string, event: string, value: unknown): void;
  listeners(): number;
  boardUrl(label: string): string;
}

export const boardLabel = 'ab'.repeat(16);

/** A lobby without open invitations. */
export const emptyLobby: LobbyPage = {
  seq: 1,
  status: 'live',
  complete: true,
  problem: null,
  reset: true,
  entries: [],
  gone: [],
  more: false,
};

export function createTestCore(): TestCore {
  const calls: TestCore['calls'] = [];
  const listeners = new Set<(group: string, event: string, value: unknown) => void>();
  const files: TestCore['files'] = new Map();
  let urlOf = (_label: string): string => {
    throw new Error('No shell has set the address of boards.');
  };
  const results: Record<string, unknown> = {
    'app.retry': {},
    'lobby.list': emptyLobby,
    'tables.list': { tables: [] },
  };
  const handlers = Object.fromEntries(
    Object.entries(bridge).map(([group, spec]) => [
      group,
      Object.fromEntries(
        Object.keys(spec.calls).map((name) => [
          name,
          (args: unknown, caller: Caller) => {
            const call = `${group}.${name}`;
            calls.push({ call, args, caller });
            if (!(call in results)) throw new ParlorError('not_found', 'Not in this test.');
            return results[call];
          },
        ]),
      ),
    ]),
  ) as unknown as Handlers<Bridge>;

  return {
    handlers,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    boards: { get: (label, path) => files.get(`${label}/${path}`) ?? null },
    setSystemLanguages() {},
    setWindowLink() {},
    setBoardUrl(next) {
      urlOf = next;
    },
    calls,
    files,
    emit: (group, event, value) => {
      for (const listener of listeners) listener(group, event, value);
    },
    listeners: () => listeners.size,
    boardUrl: (label) => urlOf(label),
  };
}

/** Adds a file of the board `boardLabel`. */
export function addBoardFile(core: TestCore, path: string, type: string, text: string): void {
  core.files.set(`${boardLabel}/${path}`, { bytes: Buffer.from(text), type });
}
