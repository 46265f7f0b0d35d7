import type { ReactNode } from 'react';
import layout from './DialogLayout.module.css';

/** The row of buttons at the bottom of a dialog. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={`${layout.footer} row wrap`}>{children}</div>
);
