/** A backup's file name, limited to letters, digits and dashes. */
export function fileNameOf(nickname: string): string {
  const plain = nickname
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${plain === '' ? 'identity' : plain}.parlor-key`;
}
