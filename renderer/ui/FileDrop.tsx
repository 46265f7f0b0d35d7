import { IconFileImport } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './FileDrop.module.css';

/** Drag-and-drop handlers for an element; of several dropped files, the first is used. */
export function useFileDrop(onFile: (file: File) => void) {
  const [dragging, setDragging] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setDragging(true);
    },
    // Entering a child also fires this event.
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setDragging(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  return { dragging, handlers };
}

interface FileDropProps {
  /** A file is being dragged over the element. */
  dragging: boolean;
  title: string;
  hint: string;
  children?: ReactNode;
}

/** The outlined area to drop a file on. */
export function FileDrop({ dragging, title, hint, children }: FileDropProps) {
  return (
    <div className={`col ${styles.drop}`} data-over={dragging || undefined}>
      <IconFileImport size={28} stroke={1.5} className="faint" aria-hidden="true" />
      <p>{title}</p>
      <p className="small faint">{hint}</p>
      {children}
    </div>
  );
}
