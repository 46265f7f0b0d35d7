import { useDeferredValue } from 'react';

/** Whether a component has been painted once: what it doesn't need before that is rendered afterwards. `initially`: it doesn't wait. */
export const usePainted = (initially = false): boolean => useDeferredValue(true, initially);
