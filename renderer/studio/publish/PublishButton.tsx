import { IconWorldUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StudioProject } from '../../../shared/bridge/contract.ts';
import { setQuery, useQueryParameter } from '../../core/hash-location.ts';
import { lazyPart } from '../../core/lazy-part.ts';
import { Button } from '../../ui/Button.tsx';

const PublishDialog = lazyPart(
  ['publishing', 'protocols', 'studio', 'identity'],
  async () => (await import('./PublishDialog.tsx')).PublishDialog,
);

/** Opens the dialog that publishes a project. */
export function PublishButton({ project }: { project: StudioProject }) {
  const { t } = useTranslation('studio');
  const open = useQueryParameter('publish') !== null;
  return (
    <>
      <Button size="sm" onClick={() => setQuery({ publish: '' })}>
        <IconWorldUpload size={17} stroke={1.75} aria-hidden="true" />
        {t('publish')}
      </Button>
      {open && <PublishDialog project={project} onClose={() => setQuery({ publish: null })} />}
    </>
  );
}
