import type { ReactNode } from 'react';
import layout from './DialogLayout.module.css';

/** The buttons of a dialog, at its foot. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={`${layout.foot} row wrap`}>{children}</div>
);
