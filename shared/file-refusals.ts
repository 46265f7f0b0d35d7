/** Why Parlor doesn't read a file that somebody else may have written, in English; windows translate the codes. */
export const refusalTexts = {
  refused_link: 'It is a link, and Parlor follows none. Put the file itself there.',
  refused_folder: 'It is a folder, not a file.',
  refused_pipe: 'It is a pipe, not a file.',
  refused_device: 'It is a device, not a file.',
  refused_socket: 'It is a socket, not a file.',
  refused_size: 'It is larger than {kb} KiB.',
  refused_count: 'The folder contains more than {max} files.',
  refused_tags: 'The page has more than {max} tags.',
  refused_outside: 'A link leads out of the folder. Put the file itself there.',
  refused_open: 'Other users of this computer can open it.',
  refused_owner: 'It belongs to another user of this computer.',
  refused_exchanged: 'It was exchanged while it was opened. Try again.',
  refused_name: 'Its name is not UTF-8.',
  refused_encoding: 'It is {encoding}. Save it as UTF-8.',
  refused_bytes: 'It is not UTF-8, in line {line}. Save it as UTF-8.',
} as const;

export type Refusal = keyof typeof refusalTexts;
export type RefusalParams = { kb?: number; max?: number; encoding?: string; line?: number };

export const refusalText = (reason: Refusal, params: RefusalParams = {}): string =>
  refusalTexts[reason].replace(/\{(\w+)\}/, (_, name: keyof RefusalParams) => String(params[name]));
