/**
 * Whether this browser keeps a board from the network. Content policies leave gaps (WebRTC, preconnect); the header
 * `Connection-Allowlist`, which every board is served with, closes them, and Chromium knows it since 152. Where it does not
 * hold, boards of strangers and our own alike stay closed, and the plain view plays.
 */
const firstVersion = 152;

interface Brand {
  brand: string;
  version: string;
}

/** `brands` as `navigator.userAgentData` lists them; none where the browser is no Chromium. */
export function containsBoards(brands: readonly Brand[] | undefined): boolean {
  const chromium = brands?.find(({ brand }) => brand === 'Chromium');
  return chromium !== undefined && Number(chromium.version) >= firstVersion;
}

export function thisBrowserContainsBoards(): boolean {
  return containsBoards((navigator as { userAgentData?: { brands: Brand[] } }).userAgentData?.brands);
}
