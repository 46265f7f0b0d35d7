/** Hands a text to the person as a file; the window's shell asks where to, or puts it among the downloads. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The file is read after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name of letters, digits and dashes, whatever the nickname is made of. */
export function fileNameOf(nickname: string): string {
  const plain = nickname
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${plain === '' ? 'identity' : plain}.parlor-key`;
}
