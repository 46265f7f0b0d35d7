/**
 * What a board contains that can't work in its frame: without network, storage, dialogs and inline scripts, as the security headers of
 * shared/bundle/security-headers.ts and the sandbox demand. It finds what is written in the files, not what scripts compute.
 */
import { type ObstacleCode, obstacleTexts } from '../../../shared/bundle/obstacle-texts.ts';
import { positionOf } from '../../../shared/json/position.ts';

export interface Obstacle {
  code: ObstacleCode;
  source: string;
  /** In the file, from 1. */
  line: number;
  column: number;
}

export const obstacleText = ({ code, source }: Pick<Obstacle, 'code' | 'source'>): string =>
  obstacleTexts[code].replace('{source}', source);

/** Collects obstacles of one text, each kind and source once. */
export class ObstacleList {
  readonly #text: string;
  readonly #obstacles = new Map<string, Obstacle>();

  constructor(text: string) {
    this.#text = text;
  }

  add(code: ObstacleCode, source: string, offset: number): void {
    const key = `${code} ${source}`;
    if (!this.#obstacles.has(key)) this.#obstacles.set(key, { code, source, ...positionOf(this.#text, offset) });
  }

  get all(): Obstacle[] {
    return [...this.#obstacles.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  }
}

export const isRemote = (address: string): boolean => /^\s*(?:[a-z][\w+.-]*:|\/\/)/i.test(address);

/** A relative address as a path in the bundle; null if it is not an address. `file`: the file that contains it. */
export function pathOf(address: string, file: string): string | null {
  try {
    const { pathname } = new URL(address, new URL(file, 'http://board.invalid/'));
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return null;
  }
}
