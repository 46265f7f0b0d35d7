/** Set by `npm run test:long`, which runs more rounds and additional tests. */
export const isLongRun = process.env.PARLOR_LONG === '1';

/** One in `every` of them in a short run, all in a long one. */
export const sampled = <T>(all: readonly T[], every: number): readonly T[] =>
  isLongRun ? all : all.filter((_, index) => index % every === 0);
