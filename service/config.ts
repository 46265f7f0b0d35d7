/** The operator's configuration: flags override the environment, which overrides the defaults. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { isLoopbackHost, trimSlashes } from '../shared/community/address.ts';
import { limits } from '../shared/community/limits.ts';
import { ParlorError } from '../shared/errors.ts';
import { isNetwork } from './client-address.ts';

/** A token bucket: requests per second, and how many at once after a pause. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** Limits per key or per address (IPv6: per network); null for no limit. */
export interface Rates {
  /** Writes of an agent's capabilities, per key. */
  capabilities: Rate | null;
  /** Challenges and registrations together, per address. */
  registration: Rate | null;
  /** Signed requests whose key is not registered or whose signature fails, per address. */
  strangers: Rate | null;
  /** Other unsigned requests except health checks, per address. */
  public: Rate | null;
  /** All other signed requests, per key. */
  signed: Rate | null;
}

export interface ServiceConfig {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Holds the two SQLite files; created if it does not exist. Unused with PostgreSQL. */
  dataDir: string;
  /** The PostgreSQL database to use instead, `postgres://user:password@host/database`. */
  databaseUrl: string | null;
  /** Maximum number of connections to it. */
  databaseConnections: number;
  /** Leading zero bytes of the proof of work for registration. */
  difficulty: number;
  rates: Rates;
  /** Open invitations one agent may have at a time. */
  activeInvitations: number;
  /** Event streams that this process keeps open at a time. */
  eventStreams: number;
  /** Messages that an agent may send to the same inbox in a day; null for no limit. */
  inboxQuota: number | null;
  /** The loopback port that serves metrics; 0 lets the system choose, null disables them. */
  metricsPort: number | null;
  /** Addresses, or networks as ADDRESS/BITS, of proxies whose X-Forwarded-For is trusted. */
  proxies: readonly string[];
  /**
   * The URLs under which clients reach the service, without a trailing slash; the first is the one of its links. `any` accepts what
   * clients signed for whatever address. Those at which connections arrive are known without being listed.
   */
  publicUrls: readonly string[] | typeof anyAddress;
  /** Seconds between a signal to stop and its effect, during which health checks already fail. */
  shutdownDelay: number;
}

export const anyAddress = 'any';

const wholeNumber = (min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).describe(`a whole number from ${min} to ${max}`);

/** pg accepts an empty host. A # would end the URL. */
const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^#]*$/.test(text) && URL.canParse(text.replace('@/', '@host/'));

/** Each description says what the flag takes. */
const fieldSchemas = {
  host: z.string().min(1).describe('an address or a name of this computer'),
  port: wholeNumber(0, 65_535),
  'data-dir': z.string().min(1).describe('a directory'),
  difficulty: wholeNumber(0, 4),
  // It may contain a password, which must not be printed.
  'database-url': z
    .string()
    .refine(isDatabaseUrl)
    .describe('postgres://user:password@host/database, with %XX for special characters in the password'),
  'database-connections': wholeNumber(2, 1000),
  'metrics-port': wholeNumber(0, 65_535),
  'event-streams': wholeNumber(1, 100_000),
  'inbox-quota': z
    .union([z.literal('off').transform(() => null), wholeNumber(1, 1e6)])
    .describe('a whole number from 1 to 1000000, or off'),
  'shutdown-delay': z.coerce.number().min(0).max(3600).describe('seconds from 0 to 3600'),
};
const publicUrlSchema = z
  .url({ protocol: /^https?$/ })
  .regex(/^[^:]*:\/\/[^/?#@]+\/*$/)
  .transform(trimSlashes);
const rateNames = ['capabilities', 'registration', 'strangers', 'public', 'signed'] as const;
const rateSchema = z.union([z.literal('off').transform(() => null), z.coerce.number().positive().max(1e6)]);

/** A bucket holds at least one token. */
export const rateOf = (perSecond: number, burst = Math.max(1, perSecond)): Rate => ({ perSecond, burst });

/**
 * For callers on this computer: the limits of the specification. Requests without a key are limited far above what people and
 * tests need, so that a runaway program neither fills the database nor overloads it.
 */
export const localRates: Rates = {
  capabilities: rateOf(10),
  registration: rateOf(500, 50_000),
  strangers: rateOf(500, 50_000),
  public: rateOf(2000, 100_000),
  signed: null,
};
const remoteRates: Rates = {
  capabilities: rateOf(10),
  registration: rateOf(10),
  strangers: rateOf(10),
  public: rateOf(100, 500),
  signed: rateOf(50),
};

/** Above what an inbox can hold, so that a sender who fills one up gets the answer of the specification, 413. */
const defaultInboxQuota = 100;

/** Values that replace defaults. */
export type ConfigParts = {
  [Name in keyof Omit<ServiceConfig, 'dataDir' | 'rates'>]?: ServiceConfig[Name] | undefined;
} & { rates?: Partial<Rates> };

/** Fills in the defaults, which depend on whether other computers can connect. */
export function serviceConfig(parts: ConfigParts & { dataDir: string }): ServiceConfig {
  const host = parts.host ?? '127.0.0.1';
  const proxies = parts.proxies ?? [];
  // Requests that a proxy forwards come from other computers.
  const isLocal = isLoopbackHost(host) && proxies.length === 0;
  return {
    host,
    port: parts.port ?? 0,
    dataDir: parts.dataDir,
    difficulty: parts.difficulty ?? 2,
    databaseUrl: parts.databaseUrl ?? null,
    databaseConnections: parts.databaseConnections ?? 10,
    rates: { ...(isLocal ? localRates : remoteRates), ...parts.rates },
    activeInvitations: parts.activeInvitations ?? (isLocal ? 100 : limits.active_invitations),
    eventStreams: parts.eventStreams ?? 1000,
    inboxQuota: parts.inboxQuota === undefined ? defaultInboxQuota : parts.inboxQuota,
    metricsPort: parts.metricsPort ?? null,
    proxies,
    publicUrls: parts.publicUrls ?? [],
    shutdownDelay: parts.shutdownDelay ?? 0,
  };
}

export interface CommandLine {
  config: ServiceConfig;
  /** Exit when stdin closes, so that the service does not outlive its parent process. */
  exitWithParent: boolean;
}

/** See docs/operators.md for each. */
export const flagOptions = {
  host: { type: 'string' },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  'database-url': { type: 'string' },
  'database-connections': { type: 'string' },
  difficulty: { type: 'string' },
  rate: { type: 'string', multiple: true },
  'event-streams': { type: 'string' },
  'inbox-quota': { type: 'string' },
  'trust-proxy': { type: 'string', multiple: true },
  'metrics-port': { type: 'string' },
  'public-url': { type: 'string', multiple: true },
  'shutdown-delay': { type: 'string' },
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
  'event-streams': 'PARLOR_SERVICE_EVENT_STREAMS',
  'inbox-quota': 'PARLOR_SERVICE_INBOX_QUOTA',
  'trust-proxy': 'PARLOR_SERVICE_TRUST_PROXY',
  'metrics-port': 'PARLOR_SERVICE_METRICS_PORT',
  'public-url': 'PARLOR_SERVICE_PUBLIC_URL',
  'shutdown-delay': 'PARLOR_SERVICE_SHUTDOWN_DELAY',
} as const satisfies Partial<Record<keyof typeof flagOptions, string>>;

/** Reads flags and environment; several values in a variable are separated by commas. Throws ParlorError `unknown_option`. */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const flags = parseFlags(args, flagOptions);
  const readOption = <Name extends FieldName>(name: Name) => readFlag(name, flags, env);
  // Beside --database-url, the service may be given a directory, which it doesn't use then.
  const location = readDataLocation(
    flags['database-url'] === undefined ? flags : { ...flags, 'data-dir': undefined },
    env,
  );
  const proxies = flags['trust-proxy'] ?? env[flagVariables['trust-proxy']]?.split(',') ?? [];
  const invalidProxy = proxies.find((proxy) => !isNetwork(proxy));
  if (invalidProxy !== undefined) {
    throw new ParlorError('unknown_option', `--trust-proxy takes an address or ADDRESS/BITS, not "${invalidProxy}"`);
  }
  const config = serviceConfig({
    dataDir: 'dataDir' in location ? location.dataDir : '',
    databaseUrl: 'databaseUrl' in location ? location.databaseUrl : null,
    databaseConnections: readOption('database-connections'),
    host: readOption('host'),
    port: readOption('port'),
    difficulty: readOption('difficulty'),
    eventStreams: readOption('event-streams'),
    inboxQuota: readOption('inbox-quota'),
    metricsPort: readOption('metrics-port'),
    publicUrls: readPublicUrls(flags['public-url'] ?? env[flagVariables['public-url']]?.split(',') ?? []),
    shutdownDelay: readOption('shutdown-delay'),
    proxies,
    rates: readRates(flags.rate ?? env[flagVariables.rate]?.split(',') ?? []),
  });
  return { config, exitWithParent: flags['exit-with-parent'] ?? false };
}

/** The values of `options`. Throws ParlorError `unknown_option` for anything else. */
export function parseFlags<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ParlorError('unknown_option', (error as Error).message.split('. ')[0]!);
  }
}

type FieldName = keyof typeof fieldSchemas;

/** A flag or its variable. Throws ParlorError `unknown_option` for an invalid value. */
export function readFlag<Name extends FieldName>(
  name: Name,
  flags: { [Flag in FieldName]?: string | undefined },
  env: NodeJS.ProcessEnv,
): z.output<(typeof fieldSchemas)[Name]> | undefined {
  return parseFlag(name, flags[name] ?? env[flagVariables[name]]);
}

/**
 * Where the data is. A flag precedes both variables, of which the database's precedes the directory's, which a container has by default.
 * Throws ParlorError `unknown_option` without any, or with both flags.
 */
export function readDataLocation(
  flags: { 'data-dir'?: string | undefined; 'database-url'?: string | undefined },
  env: NodeJS.ProcessEnv,
): { dataDir: string } | { databaseUrl: string } {
  const ofFlags = {
    dataDir: parseFlag('data-dir', flags['data-dir']),
    url: parseFlag('database-url', flags['database-url']),
  };
  if (ofFlags.dataDir !== undefined && ofFlags.url !== undefined) {
    throw new ParlorError('unknown_option', 'Leave out --data-dir or --database-url: the data is in one of them');
  }
  if (ofFlags.dataDir !== undefined) return { dataDir: ofFlags.dataDir };
  const databaseUrl = ofFlags.url ?? readFlag('database-url', {}, env);
  if (databaseUrl !== undefined) return { databaseUrl };
  const dataDir = readFlag('data-dir', {}, env);
  if (dataDir !== undefined) return { dataDir };
  throw new ParlorError('unknown_option', 'Either --data-dir DIR or --database-url URL is required');
}

function parseFlag<Name extends FieldName>(
  name: Name,
  value: string | undefined,
): z.output<(typeof fieldSchemas)[Name]> | undefined {
  if (value === undefined) return undefined;
  const schema = fieldSchemas[name];
  const result = schema.safeParse(value);
  if (value === '' || !result.success) {
    const given = name === 'database-url' ? '' : `, not "${value}"`;
    throw new ParlorError('unknown_option', `--${name} (${flagVariables[name]}) takes ${schema.description}${given}`);
  }
  return result.data as z.output<(typeof fieldSchemas)[Name]>;
}

function readPublicUrls(texts: readonly string[]): ServiceConfig['publicUrls'] {
  if (texts.length === 1 && texts[0] === anyAddress) return anyAddress;
  return texts.map((text) => {
    const url = publicUrlSchema.safeParse(text);
    if (!url.success) {
      const message = `--public-url takes a URL without a path, such as https://community.example, not "${text}"`;
      throw new ParlorError('unknown_option', message);
    }
    return url.data;
  });
}

function readRates(entries: readonly string[]): Partial<Rates> {
  const rates: Partial<Rates> = {};
  for (const entry of entries) {
    const [name = '', text = ''] = entry.split('=');
    const rateName = rateNames.find((candidate) => candidate === name);
    const rate = rateSchema.safeParse(text);
    if (!rateName || text === '' || !rate.success) {
      throw new ParlorError(
        'unknown_option',
        `--rate takes NAME=PER_SECOND or NAME=off with a NAME of ${rateNames.join(', ')}, not "${entry}"`,
      );
    }
    rates[rateName] = rate.data === null ? null : rateOf(rate.data);
  }
  return rates;
}
