import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PictureResult, type PictureVersion, pictureVersions } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './Gallery.module.css';
import type { Pictures } from './use-pictures.ts';

interface VariantPictureProps {
  project_id: string;
  result: PictureResult;
  pictures: Pick<Pictures, 'busy' | 'settle'>;
}

/** How a variant looks beside its kept picture, and which of the two to keep. */
export function VariantPicture({ project_id, result, pictures: { busy, settle } }: VariantPictureProps) {
  const { t } = useTranslation('studio');
  const [isOpen, setIsOpen] = useState(false);
  const { state, pixels } = result;
  if (state !== 'changed' && state !== 'new')
    return <p className={state === 'same' ? 'small dim' : 'small bad'}>{t(`pictures.state.${state}`)}</p>;
  const settleThis = (keep: boolean) => () => !busy && settle([result], keep);
  return (
    <div className="small">
      <p className="warn">{t(`pictures.state.${state}`, { count: pixels ?? 0 })}</p>
      <div className="row wrap">
        <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'pictures.hide' : 'pictures.show')}
        </TextButton>
        <Button size="sm" aria-disabled={busy || undefined} onClick={settleThis(true)}>
          {t('pictures.keep_new')}
        </Button>
        {state === 'changed' && (
          <Button size="sm" aria-disabled={busy || undefined} onClick={settleThis(false)}>
            {t('pictures.keep_old')}
          </Button>
        )}
      </div>
      {isOpen && pictureVersions.map((version) => <Picture key={version} {...{ project_id, result, version }} />)}
    </div>
  );
}

/** Nothing if there is no such picture. */
function Picture({ project_id, result, version }: Omit<VariantPictureProps, 'pictures'> & { version: PictureVersion }) {
  const { t } = useTranslation('studio');
  const { studio } = useBridge();
  const { fixture, seat, variant } = result;
  const { data, error } = useQuery({
    queryKey: ['studio', 'picture', project_id, fixture, seat, variant, version],
    // The file may have changed since.
    gcTime: 0,
    queryFn: () => studio.picture({ project_id, fixture, seat, variant, version }),
  });
  if (error) return <ProblemLine problem={asProblem(error)} />;
  if (data?.png_base64 == null) return null;
  const title = t(`pictures.version.${version}`);
  return (
    <figure className={styles.picture}>
      <figcaption>{title}</figcaption>
      <img src={`data:image/png;base64,${data.png_base64}`} alt={title} />
    </figure>
  );
}
