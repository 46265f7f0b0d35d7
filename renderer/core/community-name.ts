import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { isLoopbackHost, sameCommunity } from '../../shared/community/address.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useApp } from './context.tsx';

/**
 * The community's name for use in a sentence: "Ada's community" on this computer, otherwise its address, after the name of its owner if it
 * claims one: that is a stranger's word, so it never stands alone.
 */
export function useCommunityName(): string {
  const { t } = useTranslation();
  const { embedded, owner, claimed_owner, url } = useApp(({ community }) => community);
  if (!embedded) {
    const address = nameOfAddress(url, t);
    return claimed_owner === null ? address : t('community.of_at', { name: isolatedName(claimed_owner), address });
  }
  return owner === null ? t('community.own') : t('community.of', { name: isolatedName(owner) });
}

/** The address of another community that a part of the window is about: tests it, joins it or switches to it. */
const OtherCommunity = createContext<string | null>(null);

/** Around a part of the window in which problems are those of the community at this address; null or the current one changes nothing. */
export const AboutCommunity = OtherCommunity.Provider;

/** Which community a problem here is about: its name, and whether it is another one than the one in use. */
export function useProblemCommunity(): { name: string; elsewhere: boolean } {
  const currentName = useCommunityName();
  const addressName = useAddressName();
  const { embedded, url } = useApp(({ community }) => community);
  const other = useContext(OtherCommunity);
  const elsewhere = other !== null && URL.canParse(other) && (embedded || !sameCommunity(other, url));
  return { name: elsewhere ? addressName(other) : currentName, elsewhere };
}

/** The name of a community at an address, since services have none: its host, with the port if it isn't the default; of one on this computer the port. */
export function useAddressName(): (url: string) => string {
  const { t } = useTranslation();
  return (url) => nameOfAddress(url, t);
}

/** The port that services and shared communities use by default. */
export const defaultPort = '7400';

export function nameOfAddress(address: string, t: TFunction): string {
  // A host name is ASCII (WHATWG URL), so it can't imitate other text.
  const { hostname, host, port, protocol } = new URL(address);
  if (!isLoopbackHost(hostname)) return port === defaultPort ? hostname : host;
  // A service apart from Parlor's own community, which is on this computer too.
  return t('community.on_port', { port: port || (protocol === 'https:' ? '443' : '80') });
}
