import { styleText } from 'node:util';
import { escapeInvisible } from '../../shared/peer-text.ts';
import type { SelfTestReport } from './self-test.ts';

/** A report for a terminal: a line for each check, and the conclusion. In colour unless NO_COLOR is set. */
export function selfTestText({ ok, versions: { parlor, node, platform, arch }, checks }: SelfTestReport): string {
  const width = Math.max(...checks.map(({ id }) => id.length));
  const lines = checks.map(({ id, what, reason }) => {
    const [colour, word] = reason === null ? (['green', 'OK    '] as const) : (['red', 'FAILED'] as const);
    const mark = styleText(colour, word, { stream: process.stdout });
    return `${mark} ${id.padEnd(width)} ${reason === null ? what : escapeInvisible(reason)}\n`;
  });
  const found = `Parlor ${parlor} with Node ${node} (${platform} ${arch})`;
  return `${lines.join('')}${found} ${ok ? 'is complete and works here' : 'does not work here'}.\n`;
}
