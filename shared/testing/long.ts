/** Set by `npm run test:long`, which runs more rounds and additional tests. */
export const isLongRun = process.env.PARLOR_LONG === '1';
