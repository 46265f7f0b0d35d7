/** Why Parlor doesn't read a file that somebody else may have written, in English; windows translate the codes. */
export const refusalTexts = {
  refused_link: 'It is a link, and Parlor follows none. Put the file itself there.',
  refused_folder: 'It is a folder, not a file.',
  refused_pipe: 'It is a pipe, not a file.',
  refused_device: 'It is a device, not a file.',
  refused_socket: 'It is a socket, not a file.',
  refused_size: 'It is larger than {kb} KB.',
  refused_count: 'The folder contains more than {max} files.',
  refused_outside: 'A link leads out of the folder. Put the file itself there.',
  refused_open: 'Other users of this computer can open it.',
  refused_owner: 'It belongs to another user of this computer.',
  refused_exchanged: 'It was exchanged while it was opened. Try again.',
} as const;

export type Refusal = keyof typeof refusalTexts;
export type RefusalParams = { kb?: number; max?: number };

export const refusalText = (reason: Refusal, params: RefusalParams = {}): string =>
  refusalTexts[reason].replace('{kb}', String(params.kb)).replace('{max}', String(params.max));
