/**
 * Simulates a failing disk, or records the changes to it, below one folder and for programs started with `env`. disk-faults.c,
 * loaded with LD_PRELOAD, replaces libc's functions. Needs Linux and a C compiler.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Numbered as in disk-faults.c. */
const modes = { none: 0, 'writes fail': 1, 'syncs fail': 2, 'writes are short': 3, 'reads fail': 4 } as const;
export type DiskFault = keyof typeof modes;

/** Why faults can't be injected here; null if they can. */
export const diskFaultsUnavailable: string | null = (() => {
  if (process.platform !== 'linux') return 'LD_PRELOAD needs Linux';
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'there is no C compiler';
  }
})();

export interface FaultyDisk {
  /** Environment for the programs that use the disk. */
  env: NodeJS.ProcessEnv;
  /** Injects a fault after letting `after` calls of this kind pass. Returns the number of calls that the previous fault affected. */
  fail(fault: DiskFault, after?: number): number;
  /** Size of the log in bytes. Whatever a program has acknowledged by now lies before this offset. */
  loggedBytes(): number;
  /** All changes so far. Only with `recorded`. */
  changes(): Change[];
}

/** `files`: a folder for the compiled library, control file and log, outside of `folder`. */
export function faultyDisk(folder: string, files: string, { recorded: recordChanges = false } = {}): FaultyDisk {
  const library = join(files, 'disk-faults.so');
  const source = fileURLToPath(new URL('./disk-faults.c', import.meta.url));
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror', '-o', library, source, '-ldl']);
  const control = join(files, 'control');
  const log = join(files, 'changes');
  writeFileSync(control, new Uint8Array(12));
  writeFileSync(log, '');
  return {
    env: {
      ...process.env,
      LD_PRELOAD: library,
      DISK_FAULTS_PATH: folder,
      DISK_FAULTS_CONTROL: control,
      ...(recordChanges ? { DISK_FAULTS_LOG: log } : {}),
    },
    fail(fault, after = 0) {
      const file = openSync(control, 'r+');
      const state = new Int32Array(3);
      readSync(file, state, 0, 12, 0);
      // Writes the mode last: until then the program sees the old fault.
      writeSync(file, new Int32Array([after, 0]), 0, 8, 4);
      writeSync(file, new Int32Array([modes[fault]]), 0, 4, 0);
      closeSync(file);
      return state[2]!;
    },
    loggedBytes: () => statSync(log).size,
    changes: () => readChanges(readFileSync(log)),
  };
}

export interface Change {
  kind: 'write' | 'sync' | 'truncate' | 'unlink';
  path: string;
  /** The offset of the write, or the new size for `truncate`. */
  offset: number;
  data: Buffer;
  /** Offset in the log after this change. */
  end: number;
}

const kinds = { W: 'write', S: 'sync', T: 'truncate', U: 'unlink' } as const;
const headerBytes = 24;

function readChanges(log: Buffer): Change[] {
  const changes: Change[] = [];
  for (let position = 0; position + headerBytes <= log.length; ) {
    const kind = kinds[String.fromCharCode(log[position]!) as keyof typeof kinds];
    const pathBytes = log.readUInt32LE(position + 4);
    const dataBytes = kind === 'write' ? Number(log.readBigUInt64LE(position + 16)) : 0;
    const from = position + headerBytes;
    const end = from + pathBytes + dataBytes;
    changes.push({
      kind,
      path: log.toString('utf8', from, from + pathBytes),
      offset: Number(log.readBigUInt64LE(position + 8)),
      data: log.subarray(from + pathBytes, end),
      end,
    });
    position = end;
  }
  return changes;
}

const sectorBytes = 512;

/** The bytes of a file that can grow. */
class Image {
  #bytes = Buffer.alloc(0);
  #size = 0;

  write(data: Buffer, offset: number): void {
    this.resize(Math.max(this.#size, offset + data.length));
    data.copy(this.#bytes, offset);
  }

  resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(size * 2);
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}

/**
 * Writes into `target` what a power cut after the last of `changes` may have left of `folder`: everything synced, and any of the
 * sectors of each later write, regardless of earlier writes. File names are assumed to change in order.
 */
export function afterPowerCut(changes: readonly Change[], folder: string, target: string, random: () => number): void {
  const lastSync = new Map<string, number>();
  for (const [index, { kind, path }] of changes.entries()) if (kind === 'sync') lastSync.set(path, index);
  const images = new Map<string, Image>();
  for (const [index, { kind, path, offset, data }] of changes.entries()) {
    if (kind === 'sync') continue;
    if (kind === 'unlink') {
      images.delete(path);
      continue;
    }
    const image = images.get(path) ?? new Image();
    images.set(path, image);
    const isSynced = index < (lastSync.get(path) ?? -1);
    const outcome = isSynced ? 'kept' : (['lost', 'kept', 'torn'] as const)[Math.floor(random() * 3)]!;
    if (outcome === 'lost') continue;
    if (kind === 'truncate') {
      image.resize(offset);
      continue;
    }
    for (let from = 0; from < data.length; ) {
      const to = Math.min(data.length, from + sectorBytes - ((offset + from) % sectorBytes));
      if (outcome === 'kept' || random() < 0.5) image.write(data.subarray(from, to), offset + from);
      from = to;
    }
  }
  for (const [path, { bytes }] of images) {
    const copy = join(target, path.slice(folder.length));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, bytes);
  }
}
