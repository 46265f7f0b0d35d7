/** An open project: reads the folder again after every save, serves its board and runs the preview game. */
import { randomBytes } from 'node:crypto';
import { inBackground } from '../../shared/background.ts';
import type { StudioEntry, StudioProject, Trials } from '../../shared/bridge/contract.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { diffSpecs } from '../../shared/protocol/diff.ts';
import { requireValidOptions } from '../../shared/protocol/options.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { type Answer, type ControlMode, type Role, roles } from '../../shared/tables/hooks.ts';
import { byHandProblem } from '../hooks/by-hand.ts';
import type { LaunchedHooks, LaunchHooks } from '../hooks/hook-host.ts';
import type { Board } from '../library/board.ts';
import { rulesHash } from '../library/rules-hash.ts';
import type { Environment } from '../tables/environment.ts';
import { changesBetween, type ProjectFiles, readProjectFiles } from './files.ts';
import { fixtureOf } from './fixture-run.ts';
import {
  deleteFixture,
  type FixtureFile,
  fixtureEntries,
  fixturesFolder,
  loadFixture,
  readFixtures,
  writeFixture,
} from './fixtures.ts';
import { PreviewGame, replacedError } from './game.ts';
import { HookPair, resolveOptions } from './hook-pair.ts';
import { perfectNetwork } from './network.ts';
import { type GameFiles, RuntimeProblems } from './problems/runtime.ts';
import { type ScriptEntry, scriptUntil } from './replay-script.ts';
import type { SeatSettings } from './seat.ts';
import { ServedBoard } from './served-board.ts';
import { ProjectTrials } from './trials.ts';
import { hooksFile, studioProblem, type ValidatedProject, validateProject } from './validate.ts';
import type { FolderWatch } from './watch.ts';

export interface ProjectParts {
  entry: Pick<StudioEntry, 'project_id' | 'folder' | 'own'>;
  path: string;
  launchHooks: LaunchHooks;
  /** Serves a board until the returned function is called. */
  serve(board: Board): Promise<() => void>;
  /** Null if boards are not served. */
  boardUrl(manifest_hash: string): string | null;
  watch(root: string, onChange: () => void): FolderWatch;
  environment: Environment;
  onChange(project: StudioProject): void;
  onTried(trials: Trials): void;
}

/** Editors save in several steps, so reading is debounced. */
const debounceMs = 25;
/** Upper bound of the debounce. */
const maxDelayMs = 120;
const maxLogEntries = 100;

const defaultSeats: Record<Role, SeatSettings> = {
  host: { control_mode: 'autonomous', hooks: 'own' },
  guest: { control_mode: 'hybrid', hooks: 'own' },
};

interface GameRequest {
  seed?: string | undefined;
  options?: JsonObject | undefined;
  seats?: Record<Role, SeatSettings>;
  /** Recorded decisions, played first. */
  script?: readonly ScriptEntry[];
}

export class OpenProject {
  readonly #parts: ProjectParts;
  readonly #watch: FolderWatch;
  #files: ProjectFiles | null = null;
  #validation: ValidatedProject | null = null;
  #version = 0;
  /** When the newest version was read, in Unix milliseconds. */
  #savedAt = 0;
  /** From the first noticed change until the new version was in use. */
  #tookMs = 0;
  #change: StudioProject['change'] = null;
  /** The first text of spec.json that was valid JSON; the latest one is compared with it. */
  #firstSpec: string | null = null;
  #specDiff: StudioProject['spec_diff'] = null;
  /** Problems of the current game. */
  readonly #runtime = new RuntimeProblems();
  readonly #board: ServedBoard;
  #fixtures: FixtureFile[] = [];
  readonly #hooks: HookPair;
  readonly trials: ProjectTrials;
  #game: PreviewGame | null = null;
  #gameFiles: GameFiles | null = null;
  /** The game uses an earlier version of spec or hooks, because the latest can't be played. */
  #gameStale = false;
  #runs = 0;
  #log: StudioProject['log'] = [];
  #logNumber = 0;
  readonly #serialize = createSerialQueue();
  /** When the first change that is not read yet was noticed; monotonic. */
  #changedAt: number | null = null;
  #cancelRead: (() => void) | null = null;
  #notifying = false;
  #closed = false;

  constructor(parts: ProjectParts) {
    this.#parts = parts;
    this.#board = new ServedBoard(parts.serve);
    this.#hooks = new HookPair(parts.launchHooks, (seat, text) => this.#addLogEntry(seat, text));
    const { launchHooks, environment, onTried: onChange } = parts;
    this.trials = new ProjectTrials({ launchHooks, environment, onChange });
    this.#watch = parts.watch(parts.path, () => this.#scheduleRead());
  }

  /** Reads the folder and starts a game. */
  open(): Promise<StudioProject> {
    return this.#serialize(async () => {
      await this.#read();
      return this.snapshot();
    });
  }

  get game(): PreviewGame {
    if (this.#game) return this.#game;
    throw new ParlorError('not_found', 'There is no game: spec.json or hooks.js cannot be played yet.');
  }

  answer(seat: Role, key: string, value: Answer): void {
    this.game.answer(seat, key, value);
  }

  /** The saved spec and hooks. Throws `not_found`. */
  get playable(): GameFiles {
    const playable = this.#validation?.playable;
    if (!playable) throw unplayableError();
    return playable;
  }

  /** Rejects `options_invalid`. */
  restart(request: GameRequest): Promise<void> {
    return this.#serialize(async () => {
      const gameFiles = this.#validation?.playable ?? this.#gameFiles;
      if (!gameFiles) throw unplayableError();
      if (request.options) requireValidOptions(gameFiles.spec, request.options);
      await this.#startGame(gameFiles, request);
      this.#changed();
    });
  }

  /** Sets who answers at a seat. A change of hooks restarts the game. Rejects `decision_invalid`. */
  async setSeat(
    seat: Role,
    { control_mode, hooks }: { control_mode?: ControlMode | undefined; hooks?: SeatSettings['hooks'] | undefined },
  ): Promise<void> {
    const seats = this.#seatSettings(this.game);
    if (hooks === undefined || hooks === seats[seat].hooks) {
      if (control_mode) this.game.setMode(seat, control_mode);
      return;
    }
    const reason = hooks === 'by_hand' ? byHandProblem(this.game.parts.spec, seat) : null;
    if (reason !== null) throw new ParlorError('decision_invalid', reason);
    const mode = control_mode ?? (hooks === 'own' ? defaultSeats[seat].control_mode : 'human');
    await this.restart({ seats: { ...seats, [seat]: { control_mode: mode, hooks } } });
  }

  /** Replays the game up to `frame` messages and continues from there, with who decides at each seat now. Rejects `not_found` for another run. */
  async continueFrom(run: number, frame: number): Promise<void> {
    const { parts, decisions } = this.game;
    if (parts.run !== run) throw replacedError();
    const now = this.#seatSettings(this.game);
    const modes = roles.map((seat) => ({ seat, control_mode: now[seat].control_mode, after: frame }));
    await this.restart({ seats: parts.seats, script: [...scriptUntil(decisions, frame), ...modes] });
  }

  async saveFixture(name: string, frame?: number): Promise<void> {
    await writeFixture(this.#parts.path, name, fixtureOf(this.game, frame));
    await this.#readFixtures();
  }

  async loadFixture(name: string): Promise<void> {
    const { seed, options, seats, answers } = await loadFixture(this.#parts.path, name);
    await this.restart({ seed, options: options as JsonObject, seats, script: answers });
  }

  async deleteFixture(name: string): Promise<void> {
    await deleteFixture(this.#parts.path, name);
    await this.#readFixtures();
  }

  async #readFixtures(): Promise<void> {
    this.#fixtures = await readFixtures(this.#parts.path);
    this.#changed();
  }

  /** The lines around `line` (from 1) of a project file, as last read. */
  excerpt(file: string, line: number): { number: number; text: string }[] {
    const lines = (this.#textOf(file) ?? '').split('\n');
    const from = Math.max(0, line - 3);
    return lines.slice(from, line + 2).map((text, index) => ({ number: from + index + 1, text: text.slice(0, 300) }));
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
    this.#cancelRead?.();
    this.#game?.dispose();
    await this.trials.dispose();
    await this.#serialize(() => {});
    await this.#hooks.dispose();
    this.#board.dispose();
  }

  /** Reads the folder after a change, debounced. */
  #scheduleRead(): void {
    if (this.#closed) return;
    const { environment } = this.#parts;
    this.#changedAt ??= environment.monotonic();
    const remainingMs = maxDelayMs - (environment.monotonic() - this.#changedAt);
    this.#cancelRead?.();
    this.#cancelRead = environment.after(Math.max(0, Math.min(debounceMs, remainingMs)), () => {
      inBackground(
        'studio project',
        this.#serialize(() => this.#read()),
      );
    });
  }

  async #read(): Promise<void> {
    if (this.#closed) return;
    const { environment, path } = this.#parts;
    const startedAt = this.#changedAt ?? environment.monotonic();
    this.#changedAt = null;
    await this.#watch.refresh();
    const previousFiles = this.#files;
    const [files, fixtures] = await Promise.all([readProjectFiles(path), readFixtures(path)]);
    this.#fixtures = fixtures;
    const fingerprint = ({ hashes, folderMissing, refused, leftOut, marked }: ProjectFiles) =>
      JSON.stringify([hashes, folderMissing, refused, leftOut, marked]);
    if (previousFiles && fingerprint(previousFiles) === fingerprint(files)) return this.#changed();
    const validation = validateProject(files);
    const rulesChanged =
      previousFiles === null ||
      previousFiles.hashes.spec !== files.hashes.spec ||
      previousFiles.hashes.hooks !== files.hashes.hooks;
    this.#change = previousFiles && { ...changesBetween(previousFiles, files), kept_game: !rulesChanged };
    this.#files = files;
    this.#validation = validation;
    this.#compareSpec(files.spec, validation);
    this.#version += 1;
    this.#savedAt = Math.round(environment.wall());
    await this.#board.update(validation.board, files.ui !== null);
    if (rulesChanged) {
      this.#runtime.clear();
      if (validation.playable) await this.#startGame(validation.playable, {});
      else this.#gameStale = this.#game !== null;
    }
    this.#tookMs = Math.round(environment.monotonic() - startedAt);
    this.#changed();
  }

  /** Skips invalid JSON. A change that is undone leaves no difference. */
  #compareSpec(text: string | null, { protocol_id }: ValidatedProject): void {
    if (text === null || protocol_id === null) return;
    this.#firstSpec ??= text;
    this.#specDiff = text === this.#firstSpec ? null : diffSpecs(this.#firstSpec, text);
  }

  /** The current settings of a game's seats. */
  #seatSettings(game: PreviewGame): Record<Role, SeatSettings> {
    const { host, guest } = game.snapshot().seats;
    const settingsOf = ({ hooks }: SeatSettings, control_mode: ControlMode) => ({ hooks, control_mode });
    const { seats } = game.parts;
    return { host: settingsOf(seats.host, host.control_mode), guest: settingsOf(seats.guest, guest.control_mode) };
  }

  /** Starts a new game; if the hooks fail to load, the previous game continues. */
  async #startGame(gameFiles: GameFiles, request: GameRequest): Promise<void> {
    const previousGame = this.#game;
    const previousSnapshot = previousGame?.snapshot();
    const seed = request.seed ?? previousGame?.parts.seed ?? randomBytes(3).toString('hex');
    const seats = playableSeats(
      request.seats ?? (previousGame ? this.#seatSettings(previousGame) : defaultSeats),
      gameFiles,
    );
    this.#runtime.clear();
    let hooks: Record<Role, LaunchedHooks>;
    try {
      hooks = await this.#hooks.load(gameFiles, seats, seed);
    } catch (error) {
      this.#gameStale = previousGame !== null;
      this.#runtime.add('hooks_load', hooksFile, toProblem(error), gameFiles.hooks, null);
      return;
    }
    previousGame?.dispose();
    this.#game = null;
    this.#gameFiles = gameFiles;
    this.#gameStale = false;
    this.#log = [];
    const options = await resolveOptions(
      gameFiles,
      hooks.host,
      request.options ?? previousGame?.parts.options,
      this.#runtime,
    );
    this.#runs += 1;
    this.#game = new PreviewGame({
      run: this.#runs,
      spec: gameFiles.spec,
      options,
      seed,
      hooks,
      seats,
      network: previousSnapshot?.network ?? perfectNetwork,
      ...(request.script && { script: request.script }),
      paused: previousSnapshot?.paused ?? false,
      deadline: previousSnapshot?.deadline ?? false,
      environment: this.#parts.environment,
      onChange: () => this.#changed(),
      onFailure: (failure) => {
        this.#runtime.addFailure(failure, gameFiles);
        this.#changed();
      },
    });
    this.#game.start();
  }

  #addLogEntry(seat: Role, text: string): void {
    this.#logNumber += 1;
    const at = Math.round(this.#parts.environment.wall());
    this.#log = [...this.#log, { number: this.#logNumber, seat, text, at }].slice(-maxLogEntries);
    this.#changed();
  }

  /** Notifies once for all changes of one turn of the event loop. */
  #changed(): void {
    if (this.#notifying || this.#closed) return;
    this.#notifying = true;
    queueMicrotask(() => {
      this.#notifying = false;
      if (!this.#closed && this.#validation) this.#parts.onChange(this.snapshot());
    });
  }

  snapshot(): StudioProject {
    const { entry, boardUrl } = this.#parts;
    const validation = this.#validation as ValidatedProject;
    const spec = validation.spec?.spec;
    const servedBoard = this.#board.current;
    const url = servedBoard && boardUrl(servedBoard.preview.manifest_hash);
    return {
      ...entry,
      name: validation.name ?? entry.folder,
      protocol_id: validation.protocol_id,
      version: this.#version,
      saved_at: this.#savedAt,
      took_ms: this.#tookMs,
      rules_hash: validation.playable && rulesHash(validation.playable.specText, validation.playable.hooks),
      spec: spec
        ? { mode: flowMode(spec), type: spec.type ?? 'protocol', parameters: (spec.parameters ?? {}) as never }
        : null,
      change: this.#change,
      spec_diff: this.#specDiff,
      files: [...(this.#files?.ui ?? [])].map(([path, { size_bytes }]) => ({ path, size_bytes })),
      board:
        servedBoard && url !== null
          ? { url, manifest_hash: servedBoard.board.manifest_hash, size_bytes: servedBoard.board.size_bytes }
          : null,
      methods: this.#hooks.methods,
      problems: [...validation.problems, ...fixtureProblems(this.#fixtures), ...this.#runtime.list],
      fixtures: fixtureEntries(this.#fixtures),
      game: this.#game?.snapshot() ?? null,
      stale: { board: this.#board.stale, game: this.#gameStale },
      log: this.#log,
    };
  }
}

const unplayableError = () => new ParlorError('not_found', 'spec.json or hooks.js cannot be played yet.');

/** The settings, with the author's hooks at seats that can no longer be played by hand. */
function playableSeats(seats: Record<Role, SeatSettings>, { spec }: GameFiles): Record<Role, SeatSettings> {
  const settingsOf = (seat: Role): SeatSettings =>
    seats[seat].hooks === 'by_hand' && byHandProblem(spec, seat) !== null ? defaultSeats[seat] : seats[seat];
  return { host: settingsOf('host'), guest: settingsOf('guest') };
}

const fixtureProblems = (files: readonly FixtureFile[]) =>
  files.flatMap(({ name, content }) => {
    if ('fixture' in content) return [];
    const file = `${fixturesFolder}/${name}.json`;
    return [studioProblem({ kind: 'fixture_file', severity: 'note', subject: file, message: content.problem, file })];
  });
