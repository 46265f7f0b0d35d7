import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isLoopbackHost } from '../../shared/community/address.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useApp } from './context.tsx';

/** The community's name for use in a sentence: "Ada's community" on this computer, otherwise derived from its address. */
export function useCommunityName(): string {
  const { t } = useTranslation();
  const { embedded, owner, url } = useApp(({ community }) => community);
  if (!embedded) return nameOfAddress(url, t);
  return owner === null ? t('community.own') : t('community.of', { name: isolatedName(owner) });
}

/** The name of a community at an address, since services have none: its host, with the port if it isn't the default. */
export function useAddressName(): (url: string) => string {
  const { t } = useTranslation();
  return (url) => nameOfAddress(url, t);
}

/** The port that services and shared communities use by default. */
export const defaultPort = '7400';

export function nameOfAddress(address: string, t: TFunction): string {
  // A host name is ASCII (WHATWG URL), so it can't imitate other text.
  const { hostname, host, port } = new URL(address);
  if (!isLoopbackHost(hostname)) return port === defaultPort ? hostname : host;
  return port === '' || port === defaultPort ? t('community.local') : t('community.local_port', { port });
}
