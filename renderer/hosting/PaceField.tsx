import { useTranslation } from 'react-i18next';
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { availablePaces, type PaceName } from '../../shared/protocol/pace.ts';
import { usePaceText } from '../ui/pace-text.ts';
import { Segments } from '../ui/Segments.tsx';

interface PaceFieldProps {
  protocol: HostableProtocol;
  value: PaceName;
  onChange(value: PaceName): void;
}

/** Time per move: a choice if the spec allows one, else a note. */
export function PaceField({ protocol, value, onChange }: PaceFieldProps) {
  const { t } = useTranslation('hosting');
  const { t: tLobby } = useTranslation('lobby');
  const paceText = usePaceText();
  const paces = availablePaces(protocol.parameters, protocol.decision_seconds);
  const selectedPace = paces.find(({ name }) => name === value);
  const note = () => {
    if (protocol.mode === 'free') return t('pace_free');
    const time = paceText.duration(selectedPace?.seconds ?? protocol.decision_seconds);
    return t(paces.length > 1 ? 'pace_note' : 'pace_fixed', { time });
  };
  return (
    <section className="col">
      <h3>{t('pace_title')}</h3>
      {protocol.mode !== 'free' && paces.length > 1 && (
        <Segments
          label={t('pace_title')}
          value={value}
          options={paces.map(({ name }) => ({ value: name, label: tLobby(`pace.${name}`) }))}
          onChange={onChange}
        />
      )}
      <p className="small faint">{note()}</p>
    </section>
  );
}
