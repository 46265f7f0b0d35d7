/** Of entries in the order in which they came, the oldest of the source that has the most. There must be one. */
export function oldestOfLargest<Entry>(entries: Iterable<Entry>, sourceOf: (entry: Entry) => string): Entry {
  const oldest = new Map<string, { entry: Entry; count: number }>();
  for (const entry of entries) {
    const source = oldest.get(sourceOf(entry));
    if (source) source.count += 1;
    else oldest.set(sourceOf(entry), { entry, count: 1 });
  }
  return [...oldest.values()].reduce((largest, source) => (source.count > largest.count ? source : largest)).entry;
}
