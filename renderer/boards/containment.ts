/**
 * Whether this browser can keep a board off the network. Content security policies leave gaps (WebRTC, preconnect); the header
 * `Connection-Allowlist`, which every board is served with, closes them, and Chromium supports it since 152. Without it all
 * boards stay closed, and games are played in the plain view.
 */
export const minimumChromium = 152;

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
