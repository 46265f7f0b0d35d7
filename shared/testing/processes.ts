/** Information about this machine's processes, from /proc; Linux only (proc(5)). */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

export interface ProcessInfo {
  pid: number;
  parent: number;
  /** In clock ticks since boot. Process ids are reused, but not with the same start time. */
  startedAt: string;
  /** Processor time so far, milliseconds. */
  cpuMs: number;
}

/** A clock tick: Linux reports processor time in hundredths of a second (USER_HZ). */
const tickMs = 10;

/** A file of the process; null if the process has ended. */
function read(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}

/** Null for a process that has ended or is a zombie. */
export function processInfo(pid: number): ProcessInfo | null {
  const stat = read(pid, 'stat');
  if (stat === null) return null;
  // The name of the program, in parentheses, may contain spaces. Fields 3, 4, 14, 15 and 22 of proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return null;
  return {
    pid,
    parent: Number(fields[1]),
    startedAt: fields[19]!,
    cpuMs: tickMs * (Number(fields[11]) + Number(fields[12])),
  };
}

export function runningProcesses(): ProcessInfo[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => processInfo(Number(pid))).filter((info) => info !== null);
}

/** `roots`, then all their descendants among `all`. */
export function withDescendants<Process extends ProcessInfo>(
  all: readonly Process[],
  roots: readonly Process[],
): Process[] {
  const tree = [...roots];
  // The array grows during the loop, which therefore visits descendants too.
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** Arguments, each followed by a zero byte; null for a process that has ended. */
export const commandLineOf = (pid: number): string | null => read(pid, 'cmdline');

/** Resident memory in bytes; null for a process that has ended. */
export function residentMemory(pid: number): number | null {
  const size = /VmRSS:\s+(\d+) kB/.exec(read(pid, 'status') ?? '')?.[1];
  return size === undefined ? null : Number(size) * 1024;
}

/** Memory in bytes, where shared pages are divided among their users (PSS); null for a process that has ended. */
export function proportionalMemory(pid: number): number | null {
  const size = /^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup') ?? '')?.[1];
  return size === undefined ? null : Number(size) * 1024;
}

const chunkBytes = 2 ** 20;
/** Longer than any value that tests search for. */
const overlapBytes = 2 ** 12;

/**
 * The writable memory of a child process, in overlapping chunks (proc_pid_mem(5)). They share one buffer: a chunk is valid until the next
 * one is read.
 */
export function* memoryOf(pid: number): Generator<Buffer> {
  const regions = readFileSync(`/proc/${pid}/smaps`, 'utf8').matchAll(
    /^([0-9a-f]+)-([0-9a-f]+) rw-.*\n(?:[A-Z].*\n)*?Rss: +([1-9]\d*) kB$/gm,
  );
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const buffer = Buffer.alloc(chunkBytes);
  try {
    for (const [, from, to] of regions) {
      const end = Number.parseInt(to!, 16);
      for (let at = Number.parseInt(from!, 16); at < end; at += chunkBytes - overlapBytes) {
        const bytes = buffer.subarray(0, Math.min(chunkBytes, end - at));
        yield bytes.subarray(0, readSync(memory, bytes, 0, bytes.length, at));
      }
    }
  } finally {
    closeSync(memory);
  }
}
