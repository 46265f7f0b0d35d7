/** Names for people that contain nothing they chose: two words and four hex digits, computed from the public key. */

const adjectives =
  'amber ample azure brief bright brisk broad calm candid clear cool coral crisp deep early even fair fleet fresh gentle glad golden grand green grey hazel indigo ivory jade keen large lemon level light lilac linen lucid lunar maple mellow mild misty modest neat noble oaken olive opal pale pearl plain polar proud quick quiet ready rosy round ruby sage silver smooth solar steady'.split(
    ' ',
  );
const nouns =
  'acorn alder anchor apple arbor aspen aster badger barley basin beacon birch bridge brook canyon cedar cliff clover comet condor copse crane creek cypress dune elm falcon fern fjord forest garden glade grove harbor hawk heron hill island juniper lagoon lake larch lark linden lynx marten meadow mesa moor otter peak pine plover pond poplar prairie raven reef ridge river robin sparrow spruce valley'.split(
    ' ',
  );

/** The digits are the first four of the key. Labels are not unique; the key is. */
export function labelOf(public_key: string): string {
  const byteAt = (index: number) => Number.parseInt(public_key.slice(index * 2, index * 2 + 2), 16);
  const adjective = adjectives[byteAt(2) % adjectives.length];
  return `${adjective}-${nouns[byteAt(3) % nouns.length]}-${public_key.slice(0, 4)}`;
}
