/** What an operator decides: flags before environment, environment before defaults. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { limits } from '../shared/community/limits.ts';
import { ParlorError } from '../shared/errors.ts';

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
}

const fieldSchemas = {
  host: z.string().min(1),
  port: z.coerce.number().int().min(0).max(65_535),
  'data-dir': z.string().min(1),
  difficulty: z.coerce.number().int().min(0).max(4),
  'database-url': z.string().regex(/^postgres(ql)?:\/\//),
  'database-connections': z.coerce.number().int().min(2).max(1000),
};
const rateNames = ['capabilities', 'registration', 'strangers', 'signed'] as const;
const rateSchema = z.union([z.literal('off').transform(() => null), z.coerce.number().positive().max(1e6)]);

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** Strangers may come from beyond this computer; on it, only what the specification limits is limited. */
export function defaultRates(host: string): Rates {
  return isLoopback(host)
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
    activeInvitations: isLoopback(host) ? 100 : limits.active_invitations,
    ...parts,
  };
}

export interface CommandLine {
  config: ServiceConfig;
  /** End when stdin closes, so that no service outlives the process that started it. */
  exitWithParent: boolean;
}

/**
 * Reads `--host --port --data-dir --database-url --database-connections --difficulty --rate NAME=PER_SECOND|off
 * --exit-with-parent`, and the environment variables PARLOR_SERVICE_HOST, _PORT, _DATA_DIR, _DATABASE_URL,
 * _DATABASE_CONNECTIONS, _DIFFICULTY and _RATES (a comma list) for what no flag says.
 * Throws ParlorError `unknown_option`.
 */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const flags = parseFlags(args);
  const given = {
    host: flags.host ?? env.PARLOR_SERVICE_HOST,
    port: flags.port ?? env.PARLOR_SERVICE_PORT,
    'data-dir': flags['data-dir'] ?? env.PARLOR_SERVICE_DATA_DIR,
    difficulty: flags.difficulty ?? env.PARLOR_SERVICE_DIFFICULTY,
    'database-url': flags['database-url'] ?? env.PARLOR_SERVICE_DATABASE_URL,
    'database-connections': flags['database-connections'] ?? env.PARLOR_SERVICE_DATABASE_CONNECTIONS,
  };
  const databaseUrl = checked('database-url', given['database-url']);
  if (given['data-dir'] === undefined && databaseUrl === undefined)
    throw new ParlorError('unknown_option', 'Say where to keep the data: --data-dir DIR');
  const host = checked('host', given.host);
  const port = checked('port', given.port);
  const difficulty = checked('difficulty', given.difficulty);
  const connections = checked('database-connections', given['database-connections']);
  const config = serviceConfig({
    dataDir: checked('data-dir', given['data-dir']) ?? '',
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(connections === undefined ? {} : { databaseConnections: connections }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(difficulty === undefined ? {} : { difficulty }),
  });
  const rates = { ...config.rates, ...readRates(flags.rate ?? env.PARLOR_SERVICE_RATES?.split(',') ?? []) };
  return { config: { ...config, rates }, exitWithParent: flags['exit-with-parent'] ?? false };
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        difficulty: { type: 'string' },
        'database-url': { type: 'string' },
        'database-connections': { type: 'string' },
        rate: { type: 'string', multiple: true },
        'exit-with-parent': { type: 'boolean' },
      },
    }).values;
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
