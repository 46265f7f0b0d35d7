/** A record file dropped on another page, on its way to the page that opens it. */
let dropped: File | undefined;

export const keepDropped = (file: File | undefined): void => {
  dropped = file;
};

/** Returns it once. */
export function takeDropped(): File | undefined {
  const file = dropped;
  dropped = undefined;
  return file;
}
