/** Whether this browser can keep a board off the network. If it can't, all boards stay closed, and games are played in the plain view. */
import { minimumChromium } from '../../shared/bundle/security-headers.ts';

interface Brand {
  brand: string;
  version: string;
}

/** `brands` as in `navigator.userAgentData`; undefined in browsers other than Chromium. */
export function canContainBoards(brands: readonly Brand[] | undefined): boolean {
  const chromium = brands?.find(({ brand }) => brand === 'Chromium');
  return chromium !== undefined && Number(chromium.version) >= minimumChromium;
}

export function browserCanContainBoards(): boolean {
  return canContainBoards((navigator as { userAgentData?: { brands: Brand[] } }).userAgentData?.brands);
}
