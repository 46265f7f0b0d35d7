import { OpenLink } from './OpenLink.tsx';
import { Palette } from './Palette.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { type PaletteDialog, useCommands } from './use-commands.ts';

interface PaletteDialogsProps {
  dialog: PaletteDialog;
  onChange(dialog: PaletteDialog | null): void;
  onRecoveryPhrase(): void;
}

export function PaletteDialogs({ dialog, onChange, onRecoveryPhrase }: PaletteDialogsProps) {
  const commands = useCommands(onChange, onRecoveryPhrase);
  const close = () => onChange(null);
  if (dialog.kind === 'keys') return <ShortcutsDialog onClose={close} />;
  if (dialog.kind === 'link') return <OpenLink initialText={dialog.text ?? ''} onClose={close} />;
  return <Palette commands={commands} onLink={(text) => onChange({ kind: 'link', text })} onClose={close} />;
}
