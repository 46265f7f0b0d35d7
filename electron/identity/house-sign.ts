/**
 * The house sign: two random words shown in dialogs that ask for a secret or consent, so that a board cannot imitate them. Generated
 * on the first run, stored beside the key, never sent and never exposed to a frame.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { reportError } from '../../shared/errors.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ownFile, readForeignText } from '../files/foreign-file.ts';

/** About nine thousand combinations. */
const adjectives = wordList(`
  amber ancient ashen azure bending blue braided brass brave bright broad bronze burnt calm carved chalky cherry clever
  cobalt copper coral crimson crooked curly dappled dawn drowsy dusty early ebony elder faded feathered fern flint floating
  frosty garnet gentle gilded glowing golden green grey hazel hidden hollow honey humble indigo iron ivory jolly knotted
  lacquered lemon leaning little lofty lucky marble mellow mint misty mossy nimble northern olive painted patient pearly
  plum polished proud quiet ragged rowdy ruby russet salty sandy scarlet silken silver smoky sober spotted sturdy sunny
  tall tawny twisted velvet walnut wandering
`);
const nouns = wordList(`
  acorn anchor anvil apple badger barrel basket beacon beetle bell boot bottle bridge bucket button candle cartwheel cat
  chestnut chimney clock cloak compass crane cricket crow dolphin door dragon drum eagle falcon feather fiddle finch fox
  gate goat goose hammer hare harp hat hedgehog heron hive horn horse kettle key kite ladder lantern lark lion loom magpie
  mill mirror moon moth needle oak orchard otter owl oyster pear pigeon pipe plough pony quill rabbit raven river rooster
  rose saddle ship snail sparrow spoon stag star stove swan table thimble thistle tower trout trumpet turnip violin whale wheel
`);

/** Reads the sign of this data directory; generates one if the file is missing or invalid, for this run only if it can't be stored. */
export async function openHouseSign(dataDir: string): Promise<string> {
  const path = join(dataDir, 'house-sign');
  const storedSign = await readForeignText(path, ownFile.value).then(
    (text) => text.trim(),
    () => '',
  );
  const [adjective = '', noun = '', ...rest] = storedSign.split(' ');
  if (adjectives.includes(adjective) && nouns.includes(noun) && rest.length === 0) return storedSign;
  const sign = `${adjectives[randomInt(adjectives.length)]} ${nouns[randomInt(nouns.length)]}`;
  await writeFileAtomic(path, `${sign}\n`).catch((error: unknown) => reportError(error, 'house sign'));
  return sign;
}

function wordList(text: string): string[] {
  return text.trim().split(/\s+/);
}
