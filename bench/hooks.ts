/** The cost of hooks per turn: two calls in their sandboxed process, one to handle the peer's message and one to compute the view. */
import { readFileSync } from 'node:fs';
import { nodeLauncher } from '../electron/hooks/node-launcher.ts';
import { hooksPath } from './p2p-table.ts';
import { budget, quantile, type Row } from './report.ts';

const callCount = 500;
const warmUpCalls = 50;
const budgetMs = 0.5;

export async function benchHooks(): Promise<Row[]> {
  const host = await nodeLauncher()(readFileSync(hooksPath, 'utf8'), { seed: 'bench' });
  try {
    const state = await host.call('init', [{ role: 'host', control_mode: 'human', options: {}, manner: null }]);
    const message = { action: 'move', turn: 1, col: 3 };
    const times = { handle: [] as number[], view: [] as number[] };
    // In the order in which a turn calls them.
    for (let call = -warmUpCalls; call < callCount; call += 1) {
      for (const [method, args] of [['handle', [state, message]] as const, ['view', [state]] as const]) {
        const startedAt = performance.now();
        await host.call(method, [...args]);
        if (call >= 0) times[method].push(performance.now() - startedAt);
      }
    }
    return (['view', 'handle'] as const).flatMap((method): Row[] => {
      const row = (share: number) => ({
        measured: quantile(times[method], share),
        unit: 'ms',
        limit: budget(budgetMs),
      });
      return [
        { job: `hooks: ${method} in the sandbox's process, p50`, ...row(0.5), goal: { atMost: 1 } },
        { job: `hooks: ${method} in the sandbox's process, p99`, ...row(0.99) },
      ];
    });
  } finally {
    await host.dispose();
  }
}
