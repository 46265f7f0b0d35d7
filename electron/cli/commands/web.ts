/** `parlor web`: serves the app to a browser, or prints a link to the app that is already served. */
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { chooseDataDir, makeDataDir } from '../../files/data-dir.ts';
import { attach } from '../../owner/attach.ts';
import { ensureRenderer } from '../../shells/build.ts';
import { hasDisplay } from '../../shells/display.ts';
import { linkText } from '../../shells/link-text.ts';
import { isNetworkChoice, networkChoices } from '../../shells/options.ts';
import { runWebRelay } from '../../shells/web.ts';
import { helpText } from '../arguments.ts';
import { dataDirOption, resolveServer, serverOption } from '../open-core.ts';
import { print } from '../output/print.ts';
import { logLine } from '../output/terminal.ts';

interface Flags {
  server?: string;
  dataDir?: string;
  browser: boolean;
  network?: string;
  json?: true;
}

export function webCommand(): Command {
  return new Command('web')
    .description('Open the app in a browser, or print a link to it.')
    .addOption(serverOption())
    .addOption(dataDirOption())
    .option('--no-browser', 'open no browser; only print the link')
    .option(
      '--network <who>',
      'for this run: the address of this computer at which others may use its community, auto, or off (default: as set before)',
    )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `\nIf Parlor already serves this data directory, a new link to it is printed.\n${helpText(
        'parlor web\nparlor web --no-browser',
        '\nExit codes: 0 stopped, or the link was printed; 1 refused or failed; 2 wrong arguments.',
      )}`,
    )
    .action(async (flags: Flags) => {
      const { dataDir: dataDirFlag, browser, network } = flags;
      const printLink = (url: string) =>
        print(flags, { json: { event: 'web', url }, text: () => linkText(url, process.env) });
      if (network !== undefined && !isNetworkChoice(network))
        throw new ParlorError('bad_arguments', `--network must be ${networkChoices}, not "${network}".`);
      const server = resolveServer(flags);
      const dataDir = chooseDataDir(dataDirFlag, process.env);
      await makeDataDir(dataDir);
      const connection = await attach(dataDir);
      if (connection !== null) {
        const { url } = await connection.client.app.window({}).finally(() => connection.close());
        if (url === null) {
          throw new ParlorError(
            'data_dir_busy',
            `The Parlor that runs in ${dataDir} cannot be opened in a browser. Use its own window, or stop it.`,
          );
        }
        return printLink(url);
      }
      process.exitCode = await runWebRelay({
        dataDir,
        rendererDir: await ensureRenderer(),
        server,
        openBrowser: browser && hasDisplay(process.platform, process.env),
        dev: false,
        allowPlainHttp: false,
        network: network ?? null,
        printLink,
        log: logLine,
      });
    });
}
