/** Of entries in the order in which they came, those of the source that has the most; of all such sources, if there are several. */
function ofLargest<Entry>(entries: readonly Entry[], sourceOf: (entry: Entry) => string): Entry[] {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(sourceOf(entry), (counts.get(sourceOf(entry)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return entries.filter((entry) => counts.get(sourceOf(entry)) === most);
}

/** Of entries in the order in which they came, the oldest of the source that has the most. There must be one. */
export function oldestOfLargest<Entry>(entries: Iterable<Entry>, sourceOf: (entry: Entry) => string): Entry {
  return ofLargest([...entries], sourceOf)[0]!;
}

/**
 * As `oldestOfLargest`, but all entries of the widest network with the most, and within it of the next narrower one. `networksOf` returns the
 * networks of an entry, narrowest first.
 */
export function ofLargestNetwork<Entry>(entries: Iterable<Entry>, networksOf: (entry: Entry) => readonly string[]) {
  let largest = [...entries];
  const depth = Math.max(0, ...largest.map((entry) => networksOf(entry).length));
  for (let level = 1; level <= depth; level += 1)
    largest = ofLargest(largest, (entry) => networksOf(entry).at(-level) ?? networksOf(entry)[0]!);
  return largest;
}
