/** Makes fakes as strict as Electron's declarations (electron.d.ts) about members and the platforms that have them. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../installation.ts';

/** The members of a class that a fake may implement, by their declared types, without those of an event emitter. */
export type Members<T> = { [K in Exclude<keyof T, keyof NodeJS.EventEmitter | 'prototype'>]?: T[K] };

/** Member name to the platforms it is declared for; null for all. Static members are listed as `static name`. */
type Declared = ReadonlyMap<string, readonly string[] | null>;

const declarations = readDeclarations();

function readDeclarations(): ReadonlyMap<string, Declared> {
  const classes = new Map<string, Map<string, readonly string[] | null>>();
  let members: Map<string, readonly string[] | null> | null = null;
  let platforms: readonly string[] | null = null;
  for (const line of readFileSync(join(root, 'node_modules', 'electron', 'electron.d.ts'), 'utf8').split('\n')) {
    const [, opened] = /^ {2}(?:interface|class) (\w+)[^{]*\{$/.exec(line) ?? [];
    if (opened !== undefined) {
      members = classes.get(opened) ?? new Map();
      classes.set(opened, members);
    }
    if (line === '  }') members = null;
    if (line.trim() === '/**') platforms = null;
    platforms = /^ +\* @platform ([\w,]+)$/.exec(line)?.[1]?.split(',') ?? platforms;
    const [, modifiers = '', name] = /^ {4}((?:static |readonly |get |set )*)(\w+)\??[(:]/.exec(line) ?? [];
    if (members === null || name === undefined) continue;
    members.set(modifiers.includes('static') ? `static ${name}` : name, platforms);
    platforms = null;
  }
  return classes;
}

export interface StrictOptions {
  /** The name of the class in Electron's declarations. */
  className: string;
  platform: NodeJS.Platform;
  /** The members belong to the class itself. */
  statics?: boolean;
  /** Once true, every member except `isDestroyed` and those of the event emitter throws. */
  isDestroyed?(): boolean;
}

/** Wraps `members` as an Electron object, which throws for a declared member that the fake lacks or the platform does not have. */
export function strict<T>(members: object, { className, platform, statics = false, isDestroyed }: StrictOptions): T {
  const declared = declarations.get(className);
  if (!declared) throw new Error(`Electron declares no ${className}.`);
  return new Proxy(members, {
    get(target, key, receiver) {
      const name = statics ? `static ${String(key)}` : String(key);
      if (typeof key === 'string' && declared.has(name) && !(key in EventEmitter.prototype)) {
        const platforms = declared.get(name);
        if (platforms && !platforms.includes(platform))
          throw new Error(`${className}.${key} does not exist on ${platform}.`);
        if (key !== 'isDestroyed' && isDestroyed?.()) throw new TypeError('Object has been destroyed');
        if (!(key in target)) throw new Error(`The fake has no ${className}.${key}.`);
      }
      return Reflect.get(target, key, receiver);
    },
  }) as T;
}
