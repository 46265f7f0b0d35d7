/** Hands a record file from the page on which it was dropped to the page that opens it. */
let droppedFile: File | undefined;

export const storeDroppedFile = (file: File | undefined): void => {
  droppedFile = file;
};

/** Returns the file once. */
export function takeDroppedFile(): File | undefined {
  const file = droppedFile;
  droppedFile = undefined;
  return file;
}
