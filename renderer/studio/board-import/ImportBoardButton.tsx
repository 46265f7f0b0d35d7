import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../core/lazy-part.ts';
import { Button } from '../../ui/Button.tsx';

const ImportBoardDialog = lazyPart(['studio'], async () => (await import('./ImportBoardDialog.tsx')).ImportBoardDialog);

/** Opens the dialog that brings a board of another client into a project. */
export function ImportBoardButton({ projectId }: { projectId: string }) {
  const { t } = useTranslation('studio');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        iconOnly
        data-action="import-board"
        aria-label={t('import.open')}
        title={t('import.open')}
        onClick={() => setOpen(true)}
      >
        <IconFileImport size={17} stroke={1.75} aria-hidden="true" />
      </Button>
      {open && <ImportBoardDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}
