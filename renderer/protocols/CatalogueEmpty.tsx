import { IconBook2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import styles from './Catalogue.module.css';
import { type CatalogueFilter, everything, isFiltered } from './filter.ts';
import { protocolPath } from './paths.ts';

interface CatalogueEmptyProps {
  filter: CatalogueFilter;
  /** How many there are without the filter. */
  without: number;
  onChange(filter: CatalogueFilter): void;
}

export function CatalogueEmpty({ filter, without, onChange }: CatalogueEmptyProps) {
  const { t } = useTranslation('protocols');
  const [, go] = useLocation();
  const community = useApp((app) => app.community.name);
  const id = /^[0-9a-f]{64}$/.exec(filter.text.trim().toLowerCase())?.[0];
  return (
    <div className={styles.centre}>
      <Empty
        icon={<IconBook2 size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t(isFiltered(filter) ? 'none.title' : 'nothing.title')}
        actions={
          isFiltered(filter) && (
            <>
              {id && (
                <Button look="primary" onClick={() => go(protocolPath(id))}>
                  {t('none.by_id')}
                </Button>
              )}
              <Button onClick={() => onChange(everything)}>{t('none.clear')}</Button>
            </>
          )
        }
      >
        {isFiltered(filter) ? t('none.body', { count: without, community }) : t('nothing.body', { community })}
      </Empty>
    </div>
  );
}
