import type { AppState } from '../../shared/bridge/contract.ts';
import { useApp } from '../core/context.tsx';

/** The community's address for others: while it is shared, its address on the local network. */
export const shareUrlOf = ({ community, network }: Pick<AppState, 'community' | 'network'>): string =>
  community.embedded && network.url !== null ? network.url : community.url;

export const useShareUrl = (): string => useApp(shareUrlOf);
