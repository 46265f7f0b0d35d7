/** docs/errors.md: the codes with their status and explanations. */

import explanations from '../../shared/error-explanations.json' with { type: 'json' };
import { type ErrorCode, errorCodes, errorStatus } from '../../shared/errors.ts';

interface Explanation {
  happened: string;
  meaning: string;
  remedy: string;
}

/** Replaces `{{contents}}` and `{{codes}}` of the template. Throws unless exactly the existing codes are explained. */
export function errorsPage(template: string): string {
  const sections: [string, Record<string, Explanation>][] = Object.entries(explanations);
  const explained = sections.flatMap(([, codes]) => Object.keys(codes));
  if (explained.toSorted().join() !== errorCodes.toSorted().join())
    throw new Error('error-explanations.json must explain each code of shared/errors.ts once, and no other.');
  const contents = sections.map(([title]) => `- [${title}](#${title.toLowerCase().replaceAll(/[ ,]+/g, '-')})`);
  const tables = sections.map(([title, codes]) =>
    [
      `## ${title}\n`,
      '| Code | HTTP | What happened | What it means | What to do |',
      '|---|---|---|---|---|',
      ...Object.entries(codes).map(
        ([code, { happened, meaning, remedy }]) =>
          `| \`${code}\` | ${errorStatus[code as ErrorCode] ?? '-'} | ${happened} | ${meaning} | ${remedy} |`,
      ),
    ].join('\n'),
  );
  return template.replace('{{contents}}', () => contents.join('\n')).replace('{{codes}}', () => tables.join('\n\n'));
}
