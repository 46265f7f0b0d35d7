/** `node service/main.ts [backup|check|copy] ...`: runs a subcommand, or the service by default. */
import { run } from './commands/run.ts';

const code = await run(process.argv.slice(2), process.env);
// An open stdin keeps Node running, and an Electron utility process runs until it exits explicitly. Piped output is flushed first.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
