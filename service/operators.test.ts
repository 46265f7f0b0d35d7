/** Compares the tables of docs/operators.md with the flags, defaults and metrics of the service. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagOptions, flagVariables, type Rate, readCommandLine } from './config.ts';
import { createMetrics } from './metrics/metrics.ts';

const text = readFileSync(new URL('../docs/operators.md', import.meta.url), 'utf8');
const rows = [...text.matchAll(/^\| `--([\w-]+)(?: [^`]*)?` \|(.*)\|$/gm)].map(([, flag = '', cells = '']) => ({
  flag,
  cells: cells.split('|').map((cell) => cell.trim()),
}));

test('the table of flags is complete and current', () => {
  expect(rows.map(({ flag }) => flag).sort()).toEqual(Object.keys(flagOptions).sort());
  for (const { flag, cells } of rows) {
    const variable = (flagVariables as { [flag: string]: string })[flag];
    expect(cells[0], flag).toBe(variable ? `\`${variable}\`` : '');
    expect(cells[2], flag).toMatch(/^[A-Z0].*\.$/);
  }
});

/** A sample value for each flag. */
const values: { [flag: string]: string } = {
  'data-dir': '/data',
  'database-url': 'postgres://somewhere/data',
  'database-connections': '7',
  host: '198.51.100.1',
  port: '7401',
  difficulty: '3',
  rate: 'signed=5',
  'event-streams': '20000',
  'inbox-quota': '3',
  'trust-proxy': '198.51.100.2',
  'metrics-port': '9401',
  'public-url': 'https://community.example',
  'shutdown-delay': '5',
};

test('a variable works like its flag, which overrides it', () => {
  const plain = readCommandLine(['--data-dir', '/elsewhere'], {}).config;
  for (const [flag, variable] of Object.entries(flagVariables)) {
    const base = ['data-dir', 'database-url'].includes(flag) ? [] : ['--data-dir', '/elsewhere'];
    const byFlag = readCommandLine([...base, `--${flag}`, values[flag]!], { [variable]: 'nonsense' });
    const byVariable = readCommandLine(base, { [variable]: values[flag] });
    expect(byVariable, variable).toEqual(byFlag);
    expect(byVariable.config, variable).not.toEqual(plain);
  }
});

function described(rate: Rate | null): string {
  if (rate === null) return 'off';
  const { perSecond, burst } = rate;
  const count = (value: number) => value.toLocaleString('en');
  return `${count(perSecond)} per second${burst > perSecond ? `, ${count(burst)} at once` : ''}`;
}

test('the defaults in the table are those of the service', () => {
  const { config } = readCommandLine(['--data-dir', '/data'], {});
  const defaults: { [flag: string]: string } = {
    'database-connections': String(config.databaseConnections),
    host: config.host,
    port: String(config.port),
    difficulty: String(config.difficulty),
    rate: 'see below',
    'event-streams': String(config.eventStreams),
    'inbox-quota': String(config.inboxQuota),
    'shutdown-delay': String(config.shutdownDelay),
  };
  for (const { flag, cells } of rows) expect(cells[1], flag).toBe(defaults[flag] ?? '');
  for (const [host, column] of [
    ['127.0.0.1', 3],
    ['0.0.0.0', 4],
    ['127.0.0.1 --trust-proxy=127.0.0.1', 4],
  ] as const) {
    const { rates } = readCommandLine(['--data-dir', '/data', '--host', ...host.split(' ')], {}).config;
    for (const [name, rate] of Object.entries(rates)) {
      const row = text.match(new RegExp(`^\\| \`${name}\` \\|.*$`, 'm'))![0].split('|');
      expect(row[column]!.trim(), `${name} on ${host}`).toBe(described(rate));
    }
  }
});

test('the table of metrics is complete and current', async () => {
  const documented = [...text.matchAll(/^\| `(parlor_\w+)/gm)].map(([, name]) => name);
  const exposed = (await createMetrics(import.meta.dirname).text()).matchAll(/^# TYPE (parlor_\w+)/gm);
  expect(documented.sort()).toEqual([...exposed].map(([, name]) => name).sort());
});
