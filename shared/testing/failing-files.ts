/** Makes asynchronous file operations of this process fail, below one folder, as on a full or broken disk. Works on every system. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export const faultCodes = ['ENOSPC', 'EIO', 'EACCES', 'EISDIR', 'EMFILE'] as const;
export type FaultCode = (typeof faultCodes)[number];

export interface FailingFiles {
  /** Counts operations from zero, and makes those numbered `from` up to and without `to` fail; without a fault, none does. */
  begin(fault?: { code: FaultCode; from: number; to: number }): void;
  /** Makes every operation fail until `begin` is called. */
  failAll(code: FaultCode): void;
  /** Operations since `begin`, with their names. */
  readonly operations: readonly string[];
  /** Puts the original operations back. */
  dispose(): void;
}

/** Whose first argument is a path. */
const pathOperations = [
  'appendFile',
  'chmod',
  'copyFile',
  'link',
  'mkdir',
  'open',
  'readdir',
  'readFile',
  'rename',
  'rm',
  'truncate',
  'writeFile',
] as const;
const handleOperations = ['appendFile', 'chmod', 'datasync', 'read', 'readFile', 'sync', 'truncate', 'writeFile'];

type Operation = (this: unknown, ...args: unknown[]) => Promise<unknown>;

/** `folder` exists. At most one at a time per process. */
export async function failingFiles(folder: string): Promise<FailingFiles> {
  const operations: string[] = [];
  let isFailing = (_index: number): boolean => false;
  let code: FaultCode = 'EIO';
  const pathOf = new WeakMap<object, string>();

  function check(name: string, path: unknown): void {
    if (typeof path !== 'string' || !path.startsWith(folder)) return;
    operations.push(`${name} ${path.slice(folder.length)}`);
    if (!isFailing(operations.length - 1)) return;
    const error = new Error(`${code}: injected, ${name} '${path}'`);
    throw Object.assign(error, { code, errno: -5, syscall: name, path });
  }

  const promises = fs.promises as unknown as Record<string, Operation>;
  const originals = Object.fromEntries(pathOperations.map((name) => [name, promises[name]!]));
  for (const name of pathOperations) {
    const original = promises[name]!;
    promises[name] = async (...args) => {
      check(name, args[0]);
      const result = await original(...args);
      if (name === 'open') pathOf.set(result as object, String(args[0]));
      return result;
    };
  }
  const handle = await fs.promises.open(folder, 'r');
  const prototype = Object.getPrototypeOf(handle) as Record<string, Operation>;
  await handle.close();
  const handleOriginals = Object.fromEntries(handleOperations.map((name) => [name, prototype[name]!]));
  for (const name of handleOperations) {
    const original = prototype[name]!;
    prototype[name] = async function (...args) {
      check(`handle.${name}`, pathOf.get(this as object));
      return original.apply(this, args);
    };
  }
  syncBuiltinESMExports();

  return {
    operations,
    begin(fault) {
      operations.length = 0;
      isFailing = (index) => fault !== undefined && index >= fault.from && index < fault.to;
      if (fault) code = fault.code;
    },
    failAll(allCode) {
      code = allCode;
      isFailing = () => true;
    },
    dispose() {
      Object.assign(promises, originals);
      Object.assign(prototype, handleOriginals);
      syncBuiltinESMExports();
    },
  };
}
