/** One author's folder while it is open: read again after every save, its board served, its two seats played. */
import { randomBytes } from 'node:crypto';
import type { StudioEntry, StudioProblem, StudioProject } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { diffSpecs } from '../../shared/protocol/diff.ts';
import { validateOptions } from '../../shared/protocol/options.ts';
import { flowMode, type Spec } from '../../shared/protocol/spec.ts';
import { type Answer, metadataSchema, type Role } from '../../shared/tables/hooks.ts';
import type { LaunchedHooks, LaunchHooks } from '../hooks/host.ts';
import type { Board } from '../library/board.ts';
import type { Environment } from '../tables/environment.ts';
import { type ProjectFiles, readProjectFiles } from './files.ts';
import { type Fault, PreviewGame } from './game.ts';
import { hooksFile, type Judged, judge, methodLine, problemOf } from './judge.ts';
import { previewOf } from './probe.ts';
import type { FolderWatch } from './watch.ts';

export interface ProjectParts {
  entry: Pick<StudioEntry, 'project_id' | 'folder' | 'own'>;
  path: string;
  launchHooks: LaunchHooks;
  /** Serves a board until the returned function is called. */
  serve(board: Board): Promise<() => void>;
  /** Null where boards are not served. */
  boardUrl(manifest_hash: string): string | null;
  watch(root: string, onSign: () => void): FolderWatch;
  environment: Environment;
  onChange(project: StudioProject): void;
}

/** Editors write in several steps; this long after the last of them the folder is read. */
const settleMs = 25;
/** A folder that never comes to rest is read all the same. */
const longestMs = 120;
const logShown = 100;

interface Playing {
  spec: Spec;
  hooks: string;
}

export class OpenProject {
  readonly #parts: ProjectParts;
  readonly #watch: FolderWatch;
  #files: ProjectFiles | null = null;
  #judged: Judged | null = null;
  #version = 0;
  #savedAt = 0;
  #tookMs = 0;
  #change: StudioProject['change'] = null;
  /** The newest text that was JSON. */
  #specText: string | null = null;
  #specDiff: StudioProject['spec_diff'] = null;
  /** Problems that only running shows, by their id; gone with the game or file they belong to. */
  readonly #runtime = new Map<string, StudioProblem>();
  #served: { board: Board; preview: Board; end: () => void } | null = null;
  /** Still served while frames move over to the newest. */
  #leaving: (() => void) | null = null;
  #hosts: Record<Role, LaunchedHooks> | null = null;
  #game: PreviewGame | null = null;
  #playing: Playing | null = null;
  #stale = { board: false, game: false };
  #runs = 0;
  #log: StudioProject['log'] = [];
  #logged = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #signAt: number | null = null;
  #cancelSettle: (() => void) | null = null;
  #telling = false;
  #closed = false;

  constructor(parts: ProjectParts) {
    this.#parts = parts;
    this.#watch = parts.watch(parts.path, () => this.#sign());
  }

  /** Reads the folder and sets the table. */
  open(): Promise<StudioProject> {
    return this.#inOrder(async () => {
      await this.#read();
      return this.snapshot();
    });
  }

  get game(): PreviewGame {
    if (this.#game) return this.#game;
    throw new ParlorError('not_found', 'No game is on: spec.json or hooks.js cannot be played yet.');
  }

  answer(seat: Role, key: string, value: Answer): void {
    this.game.answer(seat, key, value);
  }

  restart(wish: { seed?: string | undefined; options?: JsonObject | undefined }): Promise<void> {
    return this.#inOrder(async () => {
      const playing = this.#judged?.playable ?? this.#playing;
      if (!playing) throw new ParlorError('not_found', 'spec.json or hooks.js cannot be played yet.');
      if (wish.options) {
        const [problem] = validateOptions(playing.spec, wish.options);
        if (problem) throw new ParlorError('options_invalid', `The options do not fit the protocol: ${problem}.`);
      }
      await this.#play(playing, wish);
      this.#changed();
    });
  }

  /** Lines of one of the project's files, as it was read last. */
  excerpt(file: string, line: number): { number: number; text: string }[] {
    const lines = (this.#textOf(file) ?? '').split('\n');
    const from = Math.max(0, line - 3);
    return lines.slice(from, line + 2).map((text, at) => ({ number: from + at + 1, text: text.slice(0, 300) }));
  }

  #textOf(file: string): string | null {
    if (file === 'spec.json') return this.#files?.spec ?? null;
    if (file === hooksFile) return this.#files?.hooks ?? null;
    const bytes = file.startsWith('ui/') ? this.#files?.ui?.get(file.slice(3))?.bytes : null;
    return bytes ? new TextDecoder().decode(bytes) : null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watch.close();
    this.#cancelSettle?.();
    this.#game?.dispose();
    await this.#queue;
    await Promise.all(Object.values(this.#hosts ?? {}).map((host) => host.dispose()));
    this.#served?.end();
    this.#leaving?.();
  }

  // ---- reading --------------------------------------------------------------------------------------------------------

  /** Something in the folder may have changed: read it once it has come to rest. */
  #sign(): void {
    if (this.#closed) return;
    const { environment } = this.#parts;
    this.#signAt ??= environment.monotonic();
    const left = longestMs - (environment.monotonic() - this.#signAt);
    this.#cancelSettle?.();
    this.#cancelSettle = environment.after(Math.max(0, Math.min(settleMs, left)), () => {
      this.#inOrder(() => this.#read()).catch(() => {});
    });
  }

  async #read(): Promise<void> {
    if (this.#closed) return;
    const { environment, path } = this.#parts;
    const began = this.#signAt ?? environment.monotonic();
    this.#signAt = null;
    await this.#watch.refresh();
    const before = this.#files;
    const files = await readProjectFiles(path);
    const prints = (of: ProjectFiles) => JSON.stringify([of.prints, of.gone]);
    if (before && prints(before) === prints(files)) return;
    const judged = judge(files);
    const playFiles =
      before === null || before.prints.spec !== files.prints.spec || before.prints.hooks !== files.prints.hooks;
    this.#change = before && { ...changeOf(before, files), kept_game: !playFiles };
    this.#files = files;
    this.#judged = judged;
    this.#compare(files.spec, judged);
    this.#version += 1;
    this.#savedAt = Math.round(environment.wall());
    await this.#serve(judged.board, files.ui !== null);
    if (playFiles) {
      if (judged.playable) await this.#play(judged.playable, {});
      else this.#stale.game = this.#game !== null;
    }
    this.#tookMs = Math.round(environment.monotonic() - began);
    this.#changed();
  }

  /** A text that is no JSON is passed over: what it becomes is compared with what it was. */
  #compare(text: string | null, { protocol_id }: Judged): void {
    if (text === null || protocol_id === null || text === this.#specText) return;
    if (this.#specText !== null) this.#specDiff = diffSpecs(this.#specText, text) as never;
    this.#specText = text;
  }

  async #serve(board: Board | null, wanted: boolean): Promise<void> {
    this.#stale.board = board === null && wanted && this.#served !== null;
    if (board === null) {
      if (wanted) return;
      this.#served?.end();
      this.#served = null;
      return;
    }
    if (this.#served?.board.manifest_hash === board.manifest_hash) return;
    const preview = previewOf(board);
    const end = await this.#parts.serve(preview);
    this.#leaving?.();
    this.#leaving = this.#served?.end ?? null;
    this.#served = { board, preview, end };
  }

  // ---- playing --------------------------------------------------------------------------------------------------------

  /** Sets a fresh table; where the hooks cannot be loaded, the one before goes on. */
  async #play(playing: Playing, wish: { seed?: string | undefined; options?: JsonObject | undefined }): Promise<void> {
    const before = this.#game;
    const seed = wish.seed ?? before?.parts.seed ?? randomBytes(3).toString('hex');
    this.#runtime.clear();
    let hosts: Record<Role, LaunchedHooks>;
    try {
      hosts = await this.#load(playing.hooks, seed);
    } catch (error) {
      this.#stale.game = before !== null;
      this.#note('hooks_load', hooksFile, toProblem(error), playing.hooks, null);
      return;
    }
    before?.dispose();
    this.#game = null;
    this.#playing = playing;
    this.#stale.game = false;
    this.#log = [];
    const options = await this.#options(playing, hosts.host, wish.options ?? before?.parts.options);
    const shown = before?.snapshot();
    this.#runs += 1;
    this.#game = new PreviewGame({
      run: this.#runs,
      spec: playing.spec,
      options,
      seed,
      hooks: hosts,
      by: { host: shown?.seats.host.by ?? 'hooks', guest: shown?.seats.guest.by ?? 'person' },
      paused: shown?.paused ?? false,
      deadline: shown?.deadline ?? false,
      environment: this.#parts.environment,
      onChange: () => this.#changed(),
      onFault: (fault) => this.#fault(fault, playing),
    });
    this.#game.start();
  }

  async #load(source: string, seed: string): Promise<Record<Role, LaunchedHooks>> {
    const hosts = this.#hosts;
    if (hosts) {
      await hosts.host.reload(source, `${seed}:host`);
      await hosts.guest.reload(source, `${seed}:guest`);
      return hosts;
    }
    const launch = (seat: Role) =>
      this.#parts.launchHooks(source, { seed: `${seed}:${seat}`, log: (text) => this.#print(seat, text) });
    const [host, guest] = await Promise.allSettled([launch('host'), launch('guest')]);
    if (host.status === 'fulfilled' && guest.status === 'fulfilled') {
      this.#hosts = { host: host.value, guest: guest.value };
      return this.#hosts;
    }
    for (const each of [host, guest]) if (each.status === 'fulfilled') await each.value.dispose();
    throw host.status === 'rejected' ? host.reason : (guest as PromiseRejectedResult).reason;
  }

  /** What was chosen while it fits, else what the hooks offer; asked each time, so that chance falls the same. */
  async #options({ spec, hooks }: Playing, host: LaunchedHooks, wanted: JsonObject | undefined): Promise<JsonObject> {
    let offered: JsonObject = {};
    if (host.methods.has('metadata')) {
      try {
        offered = metadataSchema.parse(await host.call('metadata', [])).options as JsonObject;
      } catch (error) {
        this.#note('hooks_call', 'metadata', plain(error), hooks, 'metadata');
      }
    }
    if (wanted && validateOptions(spec, wanted).length === 0) return wanted;
    const [problem] = validateOptions(spec, offered);
    if (problem === undefined) return offered;
    const message = `The options of metadata do not fit the spec: ${problem}.`;
    this.#note('hooks_call', 'metadata', { code: 'options_invalid', message }, hooks, 'metadata');
    return {};
  }

  #fault({ kind, seat, method, problem }: Fault, { hooks }: Playing): void {
    const { code, detail } = problem;
    if (code === 'resigned' || code === 'peer_aborted' || code === 'peer_disconnected') return;
    const ofHooks = code === 'hook_failed' || code === 'hook_timeout';
    // The table ends over what its hooks did, and that was told already.
    if (kind === 'table' && ofHooks && method && [...this.#runtime.values()].some((told) => told.subject === method))
      return;
    const kinds = { call: 'hooks_call', choice: 'hooks_choice', view: 'hooks_view', table: 'table_failed' } as const;
    const what = kind === 'table' && ofHooks ? 'hooks_call' : kinds[kind];
    const told = Array.isArray(detail?.problems) ? detail.problems.join('; ') : null;
    const pointers = Array.isArray(detail?.pointers) ? detail.pointers.join(', ') : null;
    const message = [problem.message, told ?? pointers].filter((words) => words !== null).join(' ');
    this.#note(what, method ?? seat, { ...problem, message }, hooks, method);
    this.#changed();
  }

  #note(kind: StudioProblem['kind'], subject: string, problem: Problem, hooks: string, method: string | null): void {
    const line = problem.detail?.line;
    const place = typeof line === 'number' ? line : method === null ? null : methodLine(hooks, method);
    const told = problemOf({
      kind,
      subject,
      message: problem.message,
      file: place === null ? null : hooksFile,
      line: place,
    });
    this.#runtime.set(told.id, told);
  }

  #print(seat: Role, text: string): void {
    this.#logged += 1;
    const at = Math.round(this.#parts.environment.wall());
    this.#log = [...this.#log, { number: this.#logged, seat, text, at }].slice(-logShown);
    this.#changed();
  }

  // ---- telling --------------------------------------------------------------------------------------------------------

  #inOrder<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(step);
    this.#queue = done.catch(() => {});
    return done;
  }

  /** Tells once for everything that happens in one go. */
  #changed(): void {
    if (this.#telling || this.#closed) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      if (!this.#closed && this.#judged) this.#parts.onChange(this.snapshot());
    });
  }

  snapshot(): StudioProject {
    const { entry, boardUrl } = this.#parts;
    const judged = this.#judged as Judged;
    const spec = judged.spec?.spec;
    const served = this.#served;
    const url = served && boardUrl(served.preview.manifest_hash);
    return {
      ...entry,
      name: judged.name ?? entry.folder,
      protocol_id: judged.protocol_id,
      version: this.#version,
      saved_at: this.#savedAt,
      took_ms: this.#tookMs,
      spec: spec
        ? { mode: flowMode(spec), type: spec.type ?? 'protocol', parameters: (spec.parameters ?? {}) as never }
        : null,
      change: this.#change,
      spec_diff: this.#specDiff,
      files: [...(this.#files?.ui ?? [])].map(([path, { size_bytes }]) => ({ path, size_bytes })),
      board:
        served && url !== null
          ? { url, manifest_hash: served.board.manifest_hash, size_bytes: served.board.size_bytes }
          : null,
      methods: [...(this.#hosts?.host.methods ?? [])],
      problems: [...judged.problems, ...this.#runtime.values()],
      game: this.#game?.snapshot() ?? null,
      stale: { ...this.#stale },
      log: this.#log,
    };
  }
}

/** Zod tells its issues as JSON; people get the first one. */
function plain(error: unknown): Problem {
  const issues = (error as { issues?: { path: PropertyKey[]; message: string }[] }).issues;
  const [first] = issues ?? [];
  if (!first) return toProblem(error);
  return { code: 'hook_failed', message: `metadata returned ${first.path.map(String).join('.')}: ${first.message}` };
}

function changeOf(before: ProjectFiles, after: ProjectFiles): Omit<NonNullable<StudioProject['change']>, 'kept_game'> {
  const [old, fresh] = [before.ui ?? new Map(), after.ui ?? new Map()];
  const same = (path: string) => Buffer.from(old.get(path)?.bytes ?? []).equals(fresh.get(path)?.bytes ?? []);
  return {
    spec: before.prints.spec !== after.prints.spec,
    hooks: before.prints.hooks !== after.prints.hooks,
    files: {
      added: [...fresh.keys()].filter((path) => !old.has(path)),
      removed: [...old.keys()].filter((path) => !fresh.has(path)),
      changed: [...fresh.keys()].filter((path) => old.has(path) && !same(path)),
    },
  };
}
