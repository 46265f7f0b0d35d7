/**
 * The house sign: two words only this computer knows, shown when Parlor asks for a secret or a consent, so that a board
 * can't imitate the dialog. Made at first run, kept beside the key, never sent and never given to a frame.
 */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../files/atomic-file.ts';

/** Some nine thousand signs of plain, short words. */
const looks = words(`
  amber ancient ashen azure bending blue braided brass brave bright broad bronze burnt calm carved chalky cherry clever
  cobalt copper coral crimson crooked curly dappled dawn drowsy dusty early ebony elder faded feathered fern flint floating
  frosty garnet gentle gilded glowing golden green grey hazel hidden hollow honey humble indigo iron ivory jolly knotted
  lacquered lemon leaning little lofty lucky marble mellow mint misty mossy nimble northern olive painted patient pearly
  plum polished proud quiet ragged rowdy ruby russet salty sandy scarlet silken silver smoky sober spotted sturdy sunny
  tall tawny twisted velvet walnut wandering
`);
const things = words(`
  acorn anchor anvil apple badger barrel basket beacon beetle bell boot bottle bridge bucket button candle cartwheel cat
  chestnut chimney clock cloak compass crane cricket crow dolphin door dragon drum eagle falcon feather fiddle finch fox
  gate goat goose hammer hare harp hat hedgehog heron hive horn horse kettle key kite ladder lantern lark lion loom magpie
  mill mirror moon moth needle oak orchard otter owl oyster pear pigeon pipe plough pony quill rabbit raven river rooster
  rose saddle ship snail sparrow spoon stag star stove swan table thimble thistle tower trout trumpet turnip violin whale wheel
`);

/** Reads the sign of this data directory; makes one where there is none or the file holds none. */
export async function openHouseSign(dataDir: string): Promise<string> {
  const path = join(dataDir, 'house-sign');
  const kept = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  const [look = '', thing = '', ...rest] = kept.split(' ');
  if (looks.includes(look) && things.includes(thing) && rest.length === 0) return kept;
  const made = `${looks[randomInt(looks.length)]} ${things[randomInt(things.length)]}`;
  await writeFileAtomic(path, new TextEncoder().encode(`${made}\n`));
  return made;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
