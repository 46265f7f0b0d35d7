/** Sends writes of every kind alongside the games, and compares the acknowledged ones with the database at the end. */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestCommunity } from '../../service/testing/community.ts';
import type { TestDatabase } from '../../service/testing/postgres.ts';
import { RandomLoad, seededRandom } from '../../service/testing/random-load.ts';
import type { Invariant } from './invariants.ts';

const callsPerBurst = 6;
const burstMs = 500;

export class WriteLoad {
  readonly #randomLoad: RandomLoad;
  readonly #random: () => number;
  readonly #isSqlite: boolean;
  readonly community: TestCommunity;
  /** The current offset of the service's clock, which signatures must follow. */
  offsetMs = 0;
  #isStopped = false;

  constructor(config: { url: string; dataDir: string; database: TestDatabase | null; seed: number }) {
    this.community = new TestCommunity(config.dataDir, {}, config.database);
    this.community.url = config.url;
    this.#randomLoad = new RandomLoad([this.community], config.seed);
    this.#random = seededRandom(config.seed + 1);
    this.#isSqlite = config.database === null;
  }

  get counts(): { calls: number; facts: number } {
    return { calls: this.#randomLoad.calls, facts: this.#randomLoad.ledger.size };
  }

  /** A random integer from 0 to `below` - 1. */
  random(below: number): number {
    return Math.floor(this.#random() * below);
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      this.community.now = Date.now() + this.offsetMs;
      const targetCalls = this.#randomLoad.calls + callsPerBurst;
      // The service may be down, or be killed before it responds.
      await this.#randomLoad.run(2, () => this.#randomLoad.calls >= targetCalls || this.#isStopped).catch(() => {});
      await delay(burstMs);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
  }

  async checkAcknowledged(): Promise<Invariant> {
    const violations = [...this.#randomLoad.violations, ...(await this.#randomLoad.findMissing(this.community))];
    return { name: 'every acknowledged write is stored', checked: `${this.#randomLoad.ledger.size} facts`, violations };
  }

  /** Ratings, karma and all derived data follow from the stored results. */
  async checkConsistency(): Promise<Invariant> {
    const checker = new RandomLoad([], 0);
    const violations = await checker.check(this.community);
    const countRows: { count: number }[] = await this.community.sql`SELECT count(*) AS count FROM result`;
    const name = 'ratings follow from the settled results';
    const checked = `${Number(countRows[0]!.count)} results`;
    if (this.#isSqlite) {
      const service = fileURLToPath(new URL('../../service/main.ts', import.meta.url));
      const args = [service, 'check', '--data-dir', this.community.dataDir];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      if (status !== 0) violations.push(...`${stdout}${stderr}`.trim().split('\n'));
    }
    return { name, checked, violations };
  }
}
