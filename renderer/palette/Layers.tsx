import { KeyList } from './KeyList.tsx';
import { OpenLink } from './OpenLink.tsx';
import { Palette } from './Palette.tsx';
import { type Layer, useCommands } from './use-commands.ts';

interface LayersProps {
  layer: Layer;
  onChange(layer: Layer | null): void;
  onRecoveryPhrase(): void;
}

export function Layers({ layer, onChange, onRecoveryPhrase }: LayersProps) {
  const commands = useCommands(onChange, onRecoveryPhrase);
  const close = () => onChange(null);
  if (layer.kind === 'keys') return <KeyList onClose={close} />;
  if (layer.kind === 'link') return <OpenLink start={layer.text ?? ''} onClose={close} />;
  return <Palette commands={commands} onLink={(text) => onChange({ kind: 'link', text })} onClose={close} />;
}
