import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { type RoomWords, readyRoomWords } from './i18n.ts';

/** A part of the window that is loaded when it is wanted, together with the words that only it says. */
export function loaded<Props extends object>(
  words: readonly RoomWords[],
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [component] = await Promise.all([load(), ...words.map(readyRoomWords)]);
    return { default: component };
  });
}
