import pino from 'pino';
import { expect, test } from 'vitest';
import { storageFullError } from './failure.ts';
import { createFailureLog } from './outage-log.ts';

const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test.each([unreachable, storageFullError])(
  '%s is logged when it begins and when it ends, other failures always',
  async (outage) => {
    const lines: { level: number; msg: string; further_failures?: number }[] = [];
    const log = pino({ level: 'warn' }, { write: (text: string) => void lines.push(JSON.parse(text)) });
    let isAvailable = false;
    const checkHealth = async () => {
      if (!isAvailable) throw outage();
    };
    const failures = createFailureLog(log, checkHealth, 1);
    const texts = () => lines.map(({ msg }) => msg);
    for (let request = 0; request < 1000; request += 1) failures.failed(outage(), 'Not available.', { request });
    failures.failed(new Error('a fault'), 'A fault.');
    expect(texts()).toEqual(['Not available.', 'A fault.']);
    isAvailable = true;
    await expect.poll(texts).toEqual(['Not available.', 'A fault.', 'The database is available again.']);
    expect(lines.at(-1)?.further_failures).toBe(999);
    failures.failed(outage(), 'Not available.');
    expect(texts().at(-1)).toBe('Not available.');
    failures.close();
  },
);
