import { useTranslation } from 'react-i18next';
import type { StudioGame } from '../../../shared/bridge/contract.ts';
import { Tag } from '../../ui/Tag.tsx';
import { TakeBack } from './TakeBack.tsx';

interface EditRowsProps {
  projectId: string;
  game: Pick<StudioGame, 'run' | 'edits'>;
  after: number;
}

/** Rows of the list of messages for the states that the author replaced after a message, newest first. */
export function EditRows({ projectId, game: { run, edits }, after }: EditRowsProps) {
  const { t } = useTranslation('studio');
  return edits
    .map((edit, at) => ({ ...edit, at }))
    .filter((edit) => edit.after === after)
    .toReversed()
    .map(({ seat, at }) => (
      <tr key={at} data-edit={seat}>
        <td />
        <td>{t(`role.${seat}`)}</td>
        <td colSpan={3}>
          <Tag tone="warn">{t('state.replaced')}</Tag> <TakeBack projectId={projectId} run={run} frame={after} />
        </td>
      </tr>
    ));
}
