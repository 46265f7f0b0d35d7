/** The options of `npm start`, and of `parlor` without a command. */
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { isCommunityAddress } from '../../shared/community/address.ts';
import { ParlorError } from '../../shared/errors.ts';
import { isBuilt } from '../installation.ts';

/** `desktop`: Electron if possible, otherwise as `auto`. `only-desktop`: Electron or nothing. */
export type Shell = 'desktop' | 'only-desktop' | 'auto' | 'headless';

export interface StartOptions {
  shell: Shell;
  dataDir: string | undefined;
  /** Address of a community; null: the last one used with the data directory, or the embedded one. */
  server: string | null;
  /** Rebuild the renderer while its sources change. */
  dev: boolean;
  /** The user has accepted unencrypted HTTP beyond this computer. */
  allowPlainHttp: boolean;
  /** Who on the network may connect, for this run; null: the saved setting. */
  network: string | null;
  help: boolean;
}

const optionTypes = {
  web: { type: 'string' },
  'web-on': { type: 'boolean' },
  'no-web': { type: 'boolean' },
  'no-browser': { type: 'boolean' },
  'data-dir': { type: 'string' },
  server: { type: 'string' },
  'allow-plain-http': { type: 'boolean' },
  network: { type: 'string' },
  dev: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The command that starts this installation. */
const startCommand = isBuilt ? 'parlor' : 'npm start --';

/** Whether these arguments of `parlor` start the app: there are none, or the first is one of the app's options. */
export function startsApp([firstArgument]: readonly string[]): boolean {
  const name = firstArgument?.split('=')[0];
  return name === undefined || Object.keys(optionTypes).some((option) => name === `--${option}` && option !== 'help');
}

export const usage = `Usage: ${startCommand} [options]
  --web auto|headless|off  auto: in a browser window; headless: print the link and open nothing; off: desktop window only
  --web-on                 the same as --web auto
  --no-web                 the same as --web off
  --no-browser             the same as --web headless
  --data-dir DIR           folder for identity and history (default: PARLOR_DATA_DIR, then the platform's folder)
  --server URL             address of the community (default: PARLOR_SERVER, then the last one used, then the embedded one)
  --allow-plain-http       allow unencrypted HTTP to --server on another computer; confirmed once per address
  --network WHO            who can connect to the community on this computer, for this run: auto (others, at the most likely
                           address), off, or an ADDRESS of this computer (default: the saved setting)
  --dev                    rebuild the page while its sources change; reload to see it
  -h, --help               show this help`;

/** Throws `unknown_option` for an unknown option, an invalid value or a further argument. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): StartOptions {
  const { values } = parseArguments(args);
  return {
    shell: chooseShell(values),
    dataDir: values['data-dir'],
    server: checkServer(values.server ?? (env.PARLOR_SERVER || null)),
    dev: values.dev ?? false,
    allowPlainHttp: values['allow-plain-http'] ?? false,
    network: checkNetwork(values.network ?? null),
    help: values.help ?? false,
  };
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, options: optionTypes, strict: true, allowPositionals: false });
  } catch (error) {
    const [message] = (error instanceof Error ? error.message : '').split('. ', 1);
    throw new ParlorError('unknown_option', `${message}. See ${startCommand} --help.`);
  }
}

function chooseShell(values: ReturnType<typeof parseArguments>['values']): Shell {
  const shells = new Set<Shell>();
  if (values.web !== undefined) shells.add(parseWebOption(values.web));
  if (values['web-on']) shells.add('auto');
  if (values['no-browser']) shells.add('headless');
  if (values['no-web']) shells.add('only-desktop');
  const [shell = 'desktop', ...otherShells] = shells;
  if (otherShells.length > 0) throw new ParlorError('unknown_option', 'The --web options contradict each other.');
  return shell;
}

function parseWebOption(value: string): Shell {
  if (value === 'auto' || value === 'headless') return value;
  if (value === 'off') return 'only-desktop';
  throw new ParlorError('unknown_option', `--web takes auto, headless or off, not '${value}'.`);
}

function checkServer(server: string | null): string | null {
  if (server === null || isCommunityAddress(server)) return server;
  throw new ParlorError('unknown_option', `--server takes an http or https address, not '${server}'.`);
}

/** The accepted values of `--network`. */
export const networkChoices = 'auto, off or an address of this computer';
export const isNetworkChoice = (text: string): boolean => text === 'auto' || text === 'off' || isIP(text) !== 0;

function checkNetwork(network: string | null): string | null {
  if (network === null || isNetworkChoice(network)) return network;
  throw new ParlorError('unknown_option', `--network takes ${networkChoices}, not '${network}'.`);
}
