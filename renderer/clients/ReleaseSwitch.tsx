import { useTranslation } from 'react-i18next';
import { useBridge } from '../core/context.tsx';
import { useChange } from '../core/use-change.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import { useClients } from './use-clients.ts';

interface ReleaseSwitchProps {
  kind: 'protocols' | 'people';
  /** A protocol id or a public key. */
  id: string;
}

/** Releases the texts of a protocol or a person to clients. Hidden on a computer that no client has connected to. */
export function ReleaseSwitch({ kind, id }: ReleaseSwitchProps) {
  const { t } = useTranslation('clients');
  const bridge = useBridge();
  const { data } = useClients();
  const subject = kind === 'protocols' ? { protocol_id: id } : { public_key: id };
  const { change, pending, problem } = useChange((released: boolean) =>
    bridge.clients.release({ ...subject, released }),
  );
  if (!data || (data.clients.length === 0 && !data.releases[kind].includes(id))) return null;
  return (
    <div className="col gap1" data-release={id}>
      <div className="row gap3">
        <span className="grow">
          <b className="block">{t(`release.${kind}`)}</b>
          <span className="small dim block measure">{t(`release_note.${kind}`)}</span>
        </span>
        <Toggle label={t(`release.${kind}`)} on={pending ?? data.releases[kind].includes(id)} onChange={change} />
      </div>
      {problem && <ProblemLine problem={problem} />}
    </div>
  );
}
