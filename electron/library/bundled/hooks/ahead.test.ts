/** What the bundled board games offer to choose ahead has every move that is legal on the next turn, whatever the other side does. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { type Ahead, aheadSchema, type HookMethod, type Step } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import { bundledHooks, playLoop, Seat } from '../../testing/bundled-hooks.ts';

const offering = ['connect-four', 'reversi', 'gomoku', 'dots-and-boxes'];
const others = [
  'battleship',
  'liars-dice',
  'prisoners-dilemma',
  'rock-paper-scissors',
  'sealed-bid-auction',
  'weak-wins',
];

/** A seat that compares every question with what was offered before it. */
class ComparingSeat extends Seat {
  offer: Ahead | null = null;
  compared = 0;

  override step(method: HookMethod, ...args: unknown[]): Step {
    const step = super.step(method, ...args);
    const ahead = this.hooks.ahead as (state: unknown) => unknown;
    // Null on its own turn, as the engine never calls it then; otherwise it waits for the other side.
    const offered = ahead(structuredClone(this.state));
    if (step.ask || step.end) expect(offered).toBeNull();
    else this.offer = offered === null ? null : aheadSchema.parse(JSON.parse(JSON.stringify(offered)));
    return step;
  }

  override answer(step: Step) {
    if (this.offer) {
      this.compared += 1;
      expect(this.offer.prompt).toBe(step.ask?.prompt);
      const offered = this.offer.choices.map(({ value, label }) => ({ value, label }));
      expect(offered).toEqual(
        expect.arrayContaining((step.ask?.choices ?? []).map(({ value, label }) => ({ value, label }))),
      );
    }
    this.offer = null;
    return super.answer(step);
  }
}

test.each(offering)(
  '%s offers every move that may be legal next, under the prompt of the next question',
  async (name) => {
    const hooks = await bundledHooks(name);
    const specUrl = new URL(`../../../../resources/protocols/${name}/spec.json`, import.meta.url);
    const { spec } = readSpec(readFileSync(specUrl, 'utf8'));
    for (let game = 0; game < (isLongRun ? 3 : 1); game += 1) {
      const [host, guest] = [new ComparingSeat('host', hooks, spec, {}), new ComparingSeat('guest', hooks, spec, {})];
      playLoop(host, guest);
      expect(host.end).toMatchObject({ completed: true });
      expect(host.compared).toBeGreaterThan(2);
      expect(guest.compared).toBeGreaterThan(2);
    }
  },
);

test.each(others)('%s, where something is hidden, offers nothing', async (name) => {
  expect(await bundledHooks(name)).not.toHaveProperty('ahead');
});
