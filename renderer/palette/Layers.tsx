import { KeyList } from './KeyList.tsx';
import { OpenLink } from './OpenLink.tsx';
import { Palette } from './Palette.tsx';
import { useCommands } from './use-commands.ts';

/** What stands above the rooms: the palette, the field for a link, the keyboard list. */
export type Layer = { kind: 'palette' } | { kind: 'link'; text?: string } | { kind: 'keys' };

interface LayersProps {
  layer: Layer;
  onChange(layer: Layer | null): void;
  onWords(): void;
}

export function Layers({ layer, onChange, onWords }: LayersProps) {
  const commands = useCommands(onChange, onWords);
  const close = () => onChange(null);
  if (layer.kind === 'keys') return <KeyList onClose={close} />;
  if (layer.kind === 'link') return <OpenLink start={layer.text ?? ''} onClose={close} />;
  return <Palette commands={commands} onLink={(text) => onChange({ kind: 'link', text })} onClose={close} />;
}
