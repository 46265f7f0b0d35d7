/** The score of a grid by its lines of cells, in which only one side has stones, updated with each stone. */
const directions = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

export class LineScores {
  /** For side 0, minus that for side 1. */
  score = 0;
  readonly #length: number;
  readonly #values: readonly number[];
  /** The lines that contain each cell. */
  readonly #linesAt: number[][];
  /** Stones of each side in each line. */
  readonly #stones: readonly [Uint8Array, Uint8Array];

  /** `values`: of a line, by how many stones one side has in it while the other has none, up to a complete line. */
  constructor(cols: number, rows: number, values: readonly number[]) {
    this.#length = values.length - 1;
    this.#values = values;
    this.#linesAt = Array.from({ length: cols * rows }, () => []);
    const lastStep = this.#length - 1;
    let lineCount = 0;
    for (let cell = 0; cell < cols * rows; cell += 1) {
      for (const [right, up] of directions) {
        const [lastCol, lastRow] = [(cell % cols) + lastStep * right, Math.floor(cell / cols) + lastStep * up];
        if (lastCol >= cols || lastRow < 0 || lastRow >= rows) continue;
        for (let step = 0; step <= lastStep; step += 1)
          this.#linesAt[cell + step * (right + up * cols)]!.push(lineCount);
        lineCount += 1;
      }
    }
    this.#stones = [new Uint8Array(lineCount), new Uint8Array(lineCount)];
  }

  /** Adds or removes a stone; returns whether it completes a line. */
  change(cell: number, side: 0 | 1, delta: 1 | -1): boolean {
    const sideStones = this.#stones[side];
    let isComplete = false;
    for (const line of this.#linesAt[cell]!) {
      this.score -= this.#valueOf(line);
      sideStones[line]! += delta;
      isComplete ||= sideStones[line] === this.#length;
      this.score += this.#valueOf(line);
    }
    return isComplete;
  }

  #valueOf(line: number): number {
    const [firstStones, secondStones] = [this.#stones[0][line]!, this.#stones[1][line]!];
    if (secondStones === 0) return this.#values[firstStones]!;
    return firstStones === 0 ? -this.#values[secondStones]! : 0;
  }

  /** What a stone of `side` in this cell would gain, twice, plus what it would prevent. */
  gainOf(cell: number, side: 0 | 1): number {
    let gain = 0;
    for (const line of this.#linesAt[cell]!) {
      const [ownStones, otherStones] = [this.#stones[side][line]!, this.#stones[1 - side]![line]!];
      if (otherStones === 0) gain += 2 * this.#values[ownStones + 1]!;
      else if (ownStones === 0) gain += this.#values[otherStones + 1]!;
    }
    return gain;
  }
}
