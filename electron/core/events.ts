/** The core's events, delivered to every window and command that subscribes. */
import { callSafely } from '../../shared/background.ts';
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Emit } from '../../shared/bridge/define.ts';
import type { ShellCore } from '../bridge/shell-core.ts';

export interface Events {
  emit: Emit<Bridge>;
  onEvent: ShellCore['onEvent'];
}

export function createEvents(): Events {
  const listeners = new Set<Parameters<ShellCore['onEvent']>[0]>();
  return {
    emit(group, event, value) {
      for (const listener of listeners) callSafely(`${group}.${event}`, listener, group, event, value);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
