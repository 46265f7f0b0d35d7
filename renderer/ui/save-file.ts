/** Offers content as a file download. */
export function saveFile(name: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type: content instanceof Blob ? content.type : 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
