import type { AppState } from '../../shared/bridge/contract.ts';
import { useApp } from '../core/context.tsx';

/** The community's address for others: its network address while it is shared. */
export const shareUrlOf = ({ community, network }: Pick<AppState, 'community' | 'network'>): string =>
  community.embedded && network.url !== null ? network.url : community.url;

export const useShareUrl = (): string => useApp(shareUrlOf);
