/**
 * All output of the commands. Much of it are other people's words, and no caller needs to know which: they can't move the cursor, or hide
 * or reorder what is around them.
 */
import { hiddenMembers } from '../../../shared/peer-text.ts';

// Bold, dim, their end, and colours (layout.ts). What conceals or moves text is not among them.
const style = String.raw`\u001b\[(?:1|2|22|3[1-79])m`;
const hidden = `[${hiddenMembers}]`;
const hiddenCharacters = new RegExp(hidden, 'gu');
const unstyledCharacters = new RegExp(`${style}|(?!\\n|\\t)${hidden}`, 'gu');

/** One line of untrusted text: hidden characters are replaced. */
export const printable = (text: string): string => text.replace(hiddenCharacters, '\uFFFD');

/** The same, but keeps line breaks. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Lines as they may be written: only styles, line breaks and tabs stay. */
export const terminalText = (text: string): string =>
  text.replace(unstyledCharacters, (found) => (found.length > 2 ? found : '\uFFFD'));

/** JSON with hidden characters escaped: the same value, but safe on a terminal. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(hiddenCharacters, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );

export const writeOutput = (text: string): void => void process.stdout.write(terminalText(text));

export const writeError = (text: string): void => void process.stderr.write(terminalText(text));

/** A note about what happens meanwhile. */
export const logLine = (line: string): void => writeError(`Parlor: ${line}\n`);
