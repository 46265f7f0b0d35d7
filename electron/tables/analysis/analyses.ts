/**
 * Analyses of finished games, in the background: one at a time, in one process of the lowest priority, and never while a game is being
 * played. The results are kept with the record; those of a record that was opened from a file are in memory, like the record.
 */
import { inBackground } from '../../../shared/background.ts';
import type { Analysis, Table } from '../../../shared/bridge/contract.ts';
import { ParlorError, reportError, toProblem } from '../../../shared/errors.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import type { HookHost, LaunchHooks } from '../../hooks/hook-host.ts';
import { backgroundLimits } from '../../hooks/limits.ts';
import type { Library } from '../../library/library.ts';
import { type OpenedRecords, openedRecordsMax, type RecordReader } from '../records/opened-records.ts';
import { linesBetween, readWholeRecord } from '../records/whole-record.ts';
import type { Tables } from '../tables.ts';
import { type AnalysisFile, readAnalysis, writeAnalysis } from './analysis-file.ts';
import { type FoundJudge, findJudge } from './judge.ts';
import { judgeMoves } from './judge-moves.ts';

export interface Analyses {
  /** What is known, from an earlier analysis or the running one. Rejects `not_found`. */
  get(table_id: string): Promise<Analysis>;
  /** Starts or continues one, and stops that of another table. Rejects `not_found`. */
  start(table_id: string): Promise<Analysis>;
  /** Stops it and keeps what was judged. */
  stop(table_id: string): Promise<Analysis>;
  /** Called when tables have changed: an analysis stops while a game is being played, and continues afterwards. */
  onTables(): void;
  dispose(): Promise<void>;
}

export interface AnalysesConfig {
  dataDir: string;
  tables: Pick<Tables, 'get' | 'running' | 'readRecord'>;
  openedRecords: Pick<OpenedRecords, 'read'>;
  library: Pick<Library, 'get' | 'readHooks'>;
  launchHooks: LaunchHooks;
  onChange(analysis: Analysis): void;
}

/** UTF-16 units of all judgements as JSON: they fit one answer to a window. */
const judgedMaxLength = 2 * 1024 * 1024;

interface Job {
  analysis: Analysis;
  found: FoundJudge;
  table: Table;
  /** Of a table that was opened from a file. */
  opened: RecordReader | null;
  hooks: HookHost | null;
  /** Set once it has to stop, with the state that it stops in. */
  stopsAs: 'stopped' | 'waiting' | null;
  ended: Promise<void>;
}

export function createAnalyses(config: AnalysesConfig): Analyses {
  const { dataDir, tables, openedRecords, library, launchHooks } = config;
  /** What was judged of the records that were opened last. */
  const ofOpenedRecords = new Map<string, AnalysisFile>();
  let job: Job | null = null;
  /** The table whose analysis waits for the end of a game. */
  let waitingFor: string | null = null;
  let isClosed = false;

  const isPlaying = () => tables.running().some(({ protocol }) => protocol.mode !== 'free');
  const set = (current: Job, change: Partial<Analysis>) => {
    current.analysis = { ...current.analysis, ...change };
    config.onChange(current.analysis);
  };

  async function load(
    table_id: string,
  ): Promise<Pick<Job, 'analysis' | 'table' | 'opened'> & { found: FoundJudge | null }> {
    const opened = await openedRecords.read(table_id);
    const table = opened?.table ?? (await tables.get(table_id));
    const { protocol, hooks, moves } = table;
    const hooksHash = opened ? opened.hooks_hash : (hooks?.hash ?? null);
    const found =
      isOver(table) && moves.length > 0
        ? await findJudge(library, { protocol_id: protocol.protocol_id, hooksHash })
        : null;
    const { head } = table.record;
    const key = found && head !== null ? { head, hooks: found.judge.hash } : null;
    const stored = opened
      ? (ofOpenedRecords.get(table_id) ?? null)
      : key && (await readAnalysis(dataDir, table_id, key));
    const { done, total, judged } = stored ?? { done: 0, total: 0, judged: [] };
    const state = stored === null ? 'none' : done === total ? 'done' : waitingFor === table_id ? 'waiting' : 'stopped';
    const judge = found?.judge ?? null;
    return {
      analysis: { table_id, state, judge, done, total, left_ms: null, judged, problem: null },
      table,
      opened,
      found,
    };
  }

  async function halt(stopsAs: NonNullable<Job['stopsAs']>): Promise<void> {
    const current = job;
    if (!current) return;
    current.stopsAs ??= stopsAs;
    await current.hooks?.dispose();
    await current.ended;
  }

  async function start(table_id: string): Promise<Analysis> {
    if (job?.analysis.table_id === table_id) return job.analysis;
    waitingFor = null;
    await halt('stopped');
    const { analysis, table, opened, found } = await load(table_id);
    if (!found || analysis.state === 'done' || isClosed) return analysis;
    // Another call may have started one meanwhile.
    if (job) return analysis;
    if (isPlaying()) {
      waitingFor = table_id;
      const waiting: Analysis = { ...analysis, state: 'waiting' };
      config.onChange(waiting);
      return waiting;
    }
    const current: Job = { analysis, table, opened, found, hooks: null, stopsAs: null, ended: Promise.resolve() };
    job = current;
    set(current, { state: 'running' });
    current.ended = run(current);
    inBackground('analysis', current.ended);
    return current.analysis;
  }

  /** Runs to the end, or until it is stopped. Never rejects for what the hooks do. */
  async function run(current: Job): Promise<void> {
    const { found, table } = current;
    const { table_id } = table;
    let outcome: Partial<Analysis> = { state: 'done' };
    try {
      current.hooks = await launchHooks(found.source, {
        seed: table_id,
        background: true,
        limits: backgroundLimits,
      });
      // It may have been stopped while the process started.
      if (current.stopsAs === null) await judgeRest(current, current.hooks);
    } catch (error) {
      outcome = { state: 'failed', problem: toProblem(error) };
    }
    await current.hooks?.dispose();
    await keep(current);
    job = null;
    // A stopped process fails its last call.
    const { stopsAs } = current;
    if (stopsAs !== null) outcome = { state: stopsAs };
    if (stopsAs === 'waiting') waitingFor = table_id;
    set(current, { ...outcome, left_ms: null });
    if (stopsAs === 'waiting') resume();
  }

  async function keep({ analysis: { table_id, done, total, judged }, found, table, opened }: Job): Promise<void> {
    const { head } = table.record;
    if (head === null || done === 0) return;
    const file = { head, hooks: found.judge.hash, done, total, judged };
    if (opened) {
      ofOpenedRecords.delete(table_id);
      ofOpenedRecords.set(table_id, file);
      for (const oldest of [...ofOpenedRecords.keys()].slice(0, -openedRecordsMax)) ofOpenedRecords.delete(oldest);
      return;
    }
    await writeAnalysis(dataDir, table_id, file).catch((error: unknown) => reportError(error, 'analysis'));
  }

  async function judgeRest(current: Job, hooks: HookHost): Promise<void> {
    const { found, table, opened, analysis } = current;
    const lines = await linesBetween(opened?.text ?? (await readWholeRecord(tables, table.table_id)));
    const input = { spec: found.protocol.spec, hooks, lines, extraArgs: table.settings.extra_args ?? [] };
    const startedAt = performance.now();
    let length = JSON.stringify(analysis.judged).length;
    for await (const { done, total, judgement } of judgeMoves({ ...input, from: analysis.done })) {
      if (current.stopsAs !== null) return;
      length += judgement ? JSON.stringify(judgement).length : 0;
      if (length > judgedMaxLength)
        throw new ParlorError('too_large', 'The lines of play that the hooks return are too long.');
      const each = (performance.now() - startedAt) / (done - analysis.done);
      set(current, {
        done,
        total,
        judged: judgement ? [...current.analysis.judged, judgement] : current.analysis.judged,
        left_ms: Math.round(each * (total - done)),
      });
    }
  }

  function resume(): void {
    if (isClosed || waitingFor === null || job || isPlaying()) return;
    inBackground('analysis', start(waitingFor));
  }

  return {
    get: async (table_id) => (job?.analysis.table_id === table_id ? job.analysis : (await load(table_id)).analysis),
    start,
    async stop(table_id) {
      if (waitingFor === table_id) waitingFor = null;
      if (job?.analysis.table_id === table_id) await halt('stopped');
      const { analysis } = await load(table_id);
      config.onChange(analysis);
      return analysis;
    },
    onTables() {
      if (job && isPlaying()) inBackground('analysis', halt('waiting'));
      else resume();
    },
    async dispose() {
      isClosed = true;
      waitingFor = null;
      await halt('stopped');
    },
  };
}
