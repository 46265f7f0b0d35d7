import { IconX } from '@tabler/icons-react';
import styles from './PanelHead.module.css';

interface PanelHeadProps {
  title: string;
  /** Accessible name of the button. */
  closeLabel: string;
  onClose(): void;
}

/** The title of what the panel shows in place of the moves, and the button that brings them back. */
export function PanelHead({ title, closeLabel, onClose }: PanelHeadProps) {
  return (
    <div className="row">
      <h2 className="h3 grow">{title}</h2>
      <button type="button" className={styles.close} aria-label={closeLabel} title={closeLabel} onClick={onClose}>
        <IconX size={17} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
