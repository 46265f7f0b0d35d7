/** What an operator decides: flags before environment, environment before defaults. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isLoopbackHost } from '../shared/community/address.ts';
import { limits } from '../shared/community/limits.ts';
import { ParlorError } from '../shared/errors.ts';
import { isNetwork } from './http/address.ts';

/** Requests per second that one key or one address may make; null means as many as it likes. */
export interface Rates {
  /** Writes of an agent's capabilities, per key. */
  capabilities: number | null;
  /** Challenges and registrations together, per address. */
  registration: number | null;
  /** Signed requests of keys that are not registered, per address. */
  strangers: number | null;
  /** All other signed requests, per key. */
  signed: number | null;
}

export interface ServiceConfig {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Made where it does not exist. The two SQLite files are kept here; unused with PostgreSQL. */
  dataDir: string;
  /** A PostgreSQL to keep the data in instead, `postgres://user:password@host/database`. */
  databaseUrl: string | null;
  /** Connections to it at a time. */
  databaseConnections: number;
  /** Leading zero bytes of the proof of work that registration asks for. */
  difficulty: number;
  rates: Rates;
  /** Open invitations one agent may have at a time. */
  activeInvitations: number;
  /** Where metrics are served on this computer; 0 lets the system choose, null serves none. */
  metricsPort: number | null;
  /** Addresses, or networks as ADDRESS/BITS, of proxies whose X-Forwarded-For is believed. */
  proxies: readonly string[];
}

const fieldSchemas = {
  host: z.string().min(1),
  port: z.coerce.number().int().min(0).max(65_535),
  'data-dir': z.string().min(1),
  difficulty: z.coerce.number().int().min(0).max(4),
  'database-url': z.string().regex(/^postgres(ql)?:\/\//),
  'database-connections': z.coerce.number().int().min(2).max(1000),
  'metrics-port': z.coerce.number().int().min(0).max(65_535),
};
const rateNames = ['capabilities', 'registration', 'strangers', 'signed'] as const;
const rateSchema = z.union([z.literal('off').transform(() => null), z.coerce.number().positive().max(1e6)]);

/** Strangers may come from beyond this computer; on it, only what the specification limits is limited. */
export function defaultRates(host: string): Rates {
  return isLoopbackHost(host)
    ? { capabilities: 10, registration: null, strangers: null, signed: null }
    : { capabilities: 10, registration: 10, strangers: 10, signed: 50 };
}

/** The whole config from the parts somebody cares about. */
export function serviceConfig(parts: Partial<ServiceConfig> & { dataDir: string }): ServiceConfig {
  const host = parts.host ?? '127.0.0.1';
  return {
    host,
    port: 0,
    difficulty: 2,
    databaseUrl: null,
    databaseConnections: 10,
    rates: defaultRates(host),
    activeInvitations: isLoopbackHost(host) ? 100 : limits.active_invitations,
    metricsPort: null,
    proxies: [],
    ...parts,
  };
}

export interface CommandLine {
  config: ServiceConfig;
  /** End when stdin closes, so that no service outlives the process that started it. */
  exitWithParent: boolean;
}

/** The flags, and the environment variable that is asked where one is not given. docs/operators.md explains each. */
export const flagOptions = {
  host: { type: 'string' },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  'database-url': { type: 'string' },
  'database-connections': { type: 'string' },
  difficulty: { type: 'string' },
  rate: { type: 'string', multiple: true },
  'trust-proxy': { type: 'string', multiple: true },
  'metrics-port': { type: 'string' },
  'exit-with-parent': { type: 'boolean' },
} as const;

export const flagVariables = {
  host: 'PARLOR_SERVICE_HOST',
  port: 'PARLOR_SERVICE_PORT',
  'data-dir': 'PARLOR_SERVICE_DATA_DIR',
  'database-url': 'PARLOR_SERVICE_DATABASE_URL',
  'database-connections': 'PARLOR_SERVICE_DATABASE_CONNECTIONS',
  difficulty: 'PARLOR_SERVICE_DIFFICULTY',
  rate: 'PARLOR_SERVICE_RATES',
  'trust-proxy': 'PARLOR_SERVICE_TRUST_PROXY',
  'metrics-port': 'PARLOR_SERVICE_METRICS_PORT',
} as const satisfies Partial<Record<keyof typeof flagOptions, string>>;

/** Reads flags and environment; a variable for several values is a comma list. Throws ParlorError `unknown_option`. */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const flags = parseFlags(args);
  const given = {
    host: flags.host ?? env[flagVariables.host],
    port: flags.port ?? env[flagVariables.port],
    'data-dir': flags['data-dir'] ?? env[flagVariables['data-dir']],
    'database-url': flags['database-url'] ?? env[flagVariables['database-url']],
    'database-connections': flags['database-connections'] ?? env[flagVariables['database-connections']],
    difficulty: flags.difficulty ?? env[flagVariables.difficulty],
    'metrics-port': flags['metrics-port'] ?? env[flagVariables['metrics-port']],
  };
  const databaseUrl = checked('database-url', given['database-url']);
  if (given['data-dir'] === undefined && databaseUrl === undefined)
    throw new ParlorError('unknown_option', 'Say where to keep the data: --data-dir DIR');
  const host = checked('host', given.host);
  const port = checked('port', given.port);
  const difficulty = checked('difficulty', given.difficulty);
  const connections = checked('database-connections', given['database-connections']);
  const metricsPort = checked('metrics-port', given['metrics-port']);
  const proxies = flags['trust-proxy'] ?? env[flagVariables['trust-proxy']]?.split(',') ?? [];
  const odd = proxies.find((proxy) => !isNetwork(proxy));
  if (odd !== undefined) {
    throw new ParlorError('unknown_option', `--trust-proxy takes an address or ADDRESS/BITS, not "${odd}"`);
  }
  const config = serviceConfig({
    dataDir: checked('data-dir', given['data-dir']) ?? '',
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(connections === undefined ? {} : { databaseConnections: connections }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(difficulty === undefined ? {} : { difficulty }),
    ...(metricsPort === undefined ? {} : { metricsPort }),
    proxies,
  });
  const rates = { ...config.rates, ...readRates(flags.rate ?? env[flagVariables.rate]?.split(',') ?? []) };
  return { config: { ...config, rates }, exitWithParent: flags['exit-with-parent'] ?? false };
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flagOptions }).values;
  } catch (error) {
    throw new ParlorError('unknown_option', (error as Error).message.split('. ')[0]!);
  }
}

type FieldName = keyof typeof fieldSchemas;

function checked<Name extends FieldName>(
  name: Name,
  value: string | undefined,
): z.output<(typeof fieldSchemas)[Name]> | undefined {
  if (value === undefined) return undefined;
  const result = fieldSchemas[name].safeParse(value);
  // The URL of a database may hold its password, which is for nobody's screen.
  const shown = name === 'database-url' ? 'that; it begins with postgres://' : `"${value}"`;
  if (value === '' || !result.success) throw new ParlorError('unknown_option', `--${name} cannot be ${shown}`);
  return result.data as z.output<(typeof fieldSchemas)[Name]>;
}

function readRates(entries: readonly string[]): Partial<Rates> {
  const rates: Partial<Rates> = {};
  for (const entry of entries) {
    const [name = '', text = ''] = entry.split('=');
    const known = rateNames.find((candidate) => candidate === name);
    const rate = rateSchema.safeParse(text);
    if (!known || text === '' || !rate.success) {
      throw new ParlorError(
        'unknown_option',
        `--rate takes NAME=PER_SECOND or NAME=off with a NAME of ${rateNames.join(', ')}, not "${entry}"`,
      );
    }
    rates[known] = rate.data;
  }
  return rates;
}
