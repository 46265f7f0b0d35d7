/** `node service/main.ts --data-dir DIR ...`: one JSON line on stdout once it listens, logs on stderr. */
import pino from 'pino';
import { ParlorError, toProblem } from '../shared/errors.ts';
import { createService, readCommandLine } from './index.ts';

async function main(): Promise<void> {
  const { config, exitWithParent } = readCommandLine(process.argv.slice(2), process.env);
  const log = pino({ level: process.env.PARLOR_LOG ?? 'info' }, pino.destination({ dest: 2, sync: true }));
  const service = createService(config, { log });
  const ended = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ended.resolve(signal));
  if (exitWithParent) {
    process.stdin.once('end', () => ended.resolve('parent gone'));
    process.stdin.once('error', () => ended.resolve('parent gone'));
    process.stdin.resume();
  }
  // Whoever read the line may be gone; that must not end the service.
  process.stdout.on('error', () => {});
  const { url } = await service.start();
  process.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
  log.info({ reason: await ended.promise }, 'stopping');
  await service.dispose();
}

try {
  await main();
} catch (error) {
  const { code, message } = toProblem(error);
  const cause = error instanceof ParlorError ? '' : ` ${error instanceof Error ? error.message : error}`;
  process.stderr.write(`${code}: ${message}${cause}\n`.replaceAll(/\s*\n(?=.)/g, ' '));
  process.exitCode = code === 'unknown_option' ? 2 : 1;
} finally {
  // Listened to, it would keep the process.
  process.stdin.destroy();
}
