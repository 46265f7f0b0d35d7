/** A core without an inside: a few calls that answer, events by hand, boards by hand. */
import type { Bridge } from '../../../shared/bridge/contract.ts';
import { bridge } from '../../../shared/bridge/contract.ts';
import type { Caller, Handlers } from '../../../shared/bridge/define.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { ShellCore } from '../shell.ts';

export interface TestCore extends ShellCore {
  /** Every call that reached a handler, with its caller. */
  readonly calls: { call: string; args: unknown; caller: Caller }[];
  readonly files: Map<string, { bytes: Uint8Array; type: string }>;
  emit(group: string, event: string, value: unknown): void;
  listeners(): number;
  boardUrl(label: string): string;
}

export const boardLabel = 'ab'.repeat(16);

export function createTestCore(): TestCore {
  const calls: TestCore['calls'] = [];
  const listeners = new Set<(group: string, event: string, value: unknown) => void>();
  const files: TestCore['files'] = new Map();
  let urlOf = (_label: string): string => {
    throw new Error('no shell said where boards are');
  };
  const answers: Record<string, unknown> = {
    'app.retry': {},
    'lobby.list': { entries: [], status: 'live', problem: null },
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
            if (!(call in answers)) throw new ParlorError('not_found', 'Not in this test.');
            return answers[call];
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
