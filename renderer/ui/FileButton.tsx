import { FileButton as FileInput } from '@mantine/core';
import { useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Accepted file types, as in the HTML attribute. */
  accept?: string | undefined;
  onFile(file: File): void;
}

/** A button that opens the picker for one file. */
export function FileButton({ accept, onFile, ...button }: FileButtonProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileInput
      {...(accept === undefined ? {} : { accept })}
      resetRef={reset}
      onChange={(file) => {
        if (file) onFile(file);
        // Allows picking the same file again after it changed.
        reset.current?.();
      }}
    >
      {({ onClick }) => <Button {...button} onClick={onClick} />}
    </FileInput>
  );
}
