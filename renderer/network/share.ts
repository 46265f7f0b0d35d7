import type { AppState } from '../../shared/bridge/contract.ts';
import { useApp } from '../app/context.tsx';

type Place = Pick<AppState, 'community' | 'network'>;

/** Where others find the community in use: its address in the network where one was let in. */
export const shareUrlOf = ({ community, network }: Place): string =>
  community.embedded && network.url !== null ? network.url : community.url;

export const useShareUrl = (): string => useApp(shareUrlOf);
