/**
 * Keeps errors of stdout from ending a running table. A closed pipe, as in `parlor host | head`, is no failure. Anything else, such as a
 * full disk, means that output was lost: it is reported on stderr, and sets the exit code to 1.
 */
export function watchOutput(): void {
  let reported = false;
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || reported) return;
    reported = true;
    process.exitCode = 1;
    process.stderr.write(`parlor: the output could not be written (${code})\n`);
  });
  process.stderr.on('error', () => {});
}
