import { useEffect, useEffectEvent } from 'react';
import { connection } from '../bridge/connection.ts';

/** Calls `refetch` after each reconnection to main: calls failed and events were missed while disconnected. */
export function useReconnected(refetch: () => void): void {
  const onReconnected = useEffectEvent(refetch);
  useEffect(() => connection.subscribe(() => connection.get() === 'connected' && onReconnected()), []);
}
