/** Hands a record file from the page on which it was dropped to the page that opens it. */
let dropped: File | undefined;

export const keepDropped = (file: File | undefined): void => {
  dropped = file;
};

/** Returns the file once. */
export function takeDropped(): File | undefined {
  const file = dropped;
  dropped = undefined;
  return file;
}
