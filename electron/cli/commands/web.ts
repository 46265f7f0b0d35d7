import { join } from 'node:path';
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { chooseDataDir, makeDataDir } from '../../files/data-dir.ts';
import { attach } from '../../owner/attach.ts';
import { buildRenderer } from '../../shells/build.ts';
import { hasDisplay } from '../../shells/electron-binary.ts';
import { checkNetwork } from '../../shells/options.ts';
import { serveWeb } from '../../shells/web.ts';

interface Flags {
  server?: string;
  dataDir?: string;
  browser: boolean;
  network?: string;
}

const root = join(import.meta.dirname, '..', '..', '..');

export function webCommand(): Command {
  return new Command('web')
    .description('open the app in a browser, or print the link to it')
    .option(
      '--server <url>',
      'address of the community (else PARLOR_SERVER, else the one chosen here, else this computer’s)',
    )
    .option('--data-dir <dir>', 'folder of this identity (else PARLOR_DATA_DIR, else the platform’s)')
    .option('--no-browser', 'only print the link')
    .option(
      '--network <who>',
      'who else reaches the community here, for this run: an address of this computer, auto, or off (else as remembered)',
    )
    .addHelpText(
      'after',
      `
Where a Parlor already serves this folder, a fresh link to it is printed, and that is all.

Example: parlor web --no-browser

Exit codes: 0 served until it was stopped, or the link was printed; 1 refused or failed; 2 wrong arguments.`,
    )
    .action(async ({ server, dataDir: chosen, browser, network }: Flags) => {
      const others = checkNetwork(network ?? null);
      const dataDir = chooseDataDir(chosen, process.env);
      await makeDataDir(dataDir);
      const attached = await attach(dataDir);
      if (attached !== null) {
        const { url } = await attached.client.app.window({}).finally(() => attached.close());
        if (url === null) {
          throw new ParlorError(
            'data_dir_busy',
            `The Parlor that runs in ${dataDir} serves no browser. Use its own window, or end it.`,
          );
        }
        process.stdout.write(`${JSON.stringify({ event: 'web', url })}\n`);
        return;
      }
      process.exitCode = await serveWeb({
        dataDir,
        rendererDir: await buildRenderer(root),
        server: server ?? (process.env.PARLOR_SERVER || null),
        window: browser && hasDisplay(process.platform, process.env),
        dev: false,
        allowPlainHttp: false,
        network: others,
        say: (line) => void process.stderr.write(`Parlor: ${line}\n`),
      });
    });
}
