import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Blocked } from '../../people/person-actions.tsx';
import { Card } from '../../ui/Card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import { conversationText } from '../chat/text-export.ts';
import { fileNameOf } from '../record.ts';
import { useSeats } from '../seats.ts';
import { MuteButton, Remarks } from './Remarks.tsx';
import styles from './RemarksCard.module.css';
import { useRemarkText } from './use-remark-text.ts';
import { useIsSilenced, useRemarks } from './use-remarks.ts';

/** On the page of a result: what was said, and what can be said for as long as the connection lives. */
export function RemarksCard({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const { nameOf } = useSeats(table);
  const textOf = useRemarkText();
  const state = useRemarks(table);
  const isSilenced = useIsSilenced(table);
  if (isSilenced)
    return (
      <Card smallTitle title={t('remarks.title')} bodyClassName={styles.body}>
        <Blocked publicKey={table.peer.public_key} name={table.peer.nickname} />
      </Card>
    );
  if (!state) return null;
  const { remarks } = state;
  const save = () => {
    const messages = remarks.map((remark) => ({ at: remark.at, by: remark.by, text: textOf(remark) }));
    saveFile(fileNameOf(table, 'txt'), conversationText(messages, nameOf));
  };
  return (
    <Card
      smallTitle
      title={t('remarks.title')}
      bodyClassName={styles.body}
      headerEnd={state.open ? <MuteButton table={table} state={state} /> : undefined}
    >
      <Remarks table={table} state={state} />
      {remarks.length > 0 && (
        <p className="small faint">
          {t('remarks.kept')} <TextButton onClick={save}>{t('remarks.save')}</TextButton>
        </p>
      )}
    </Card>
  );
}
