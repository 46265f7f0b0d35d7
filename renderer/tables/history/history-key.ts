import { useApp } from '../../core/context.tsx';

/** The key of a query about the history of this identity. */
export function useHistoryKey(...parts: readonly unknown[]): readonly unknown[] {
  const account = useApp(({ identity, community }) => `${identity?.public_key} ${community.url}`);
  return ['history', account, ...parts];
}
