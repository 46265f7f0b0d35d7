import type { Settings } from '../../shared/bridge/contract.ts';
import { useBridge } from '../core/context.tsx';
import type { Problem } from '../core/problem.ts';
import { useAction } from '../core/use-action.ts';

/** Saves settings. Controls show what main has, so a change that could not be saved never looks like one; `problem` says why. */
export function useChangeSettings(): { change(changes: Partial<Settings>): void; problem: Problem | null } {
  const bridge = useBridge();
  const { problem, run } = useAction();
  return { problem, change: (changes) => void run(() => bridge.app.set_settings(changes)) };
}
